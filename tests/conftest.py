"""Every test gets user folders of its own; none ever touches the real ones."""

import shutil
import tempfile
from pathlib import Path

import pytest

from tests.browser_port import stop_engine


@pytest.fixture(autouse=True)
def ambry_home(monkeypatch):
    """A short path: a Unix socket's may have at most 107 bytes, and pytest's own folders are long."""
    home = Path(tempfile.mkdtemp(prefix="ambry-"))
    monkeypatch.setenv("AMBRY_HOME", str(home))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    for name in ("ANTHROPIC_API_KEY", "OLLAMA_HOST", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    yield home
    stop_engine(home)
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="session")
def real_embedder():
    """The embedding model that comes as a package, loaded once."""
    from host.index.embedder import SentenceTransformersEmbedder
    from host.index.model_folder import find_model

    embedder = SentenceTransformersEmbedder(find_model(Path("nowhere")))
    embedder.warm()
    return embedder
