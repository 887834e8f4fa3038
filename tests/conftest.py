"""Every test gets user folders of its own; none ever touches the real ones."""

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from tests.browser_port import stop_engine

# The same examples in every run, however busy the machine: a red run must be one that can be looked at again.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")


@pytest.fixture(scope="session")
def kept_models(tmp_path_factory):
    """Where the engines of all tests keep the model that the first of them makes ready."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="session")
def ready_models(kept_models):
    """The same folder with the model ready, as the installer leaves it: for tests that a person's patience bounds."""
    from host.index.choose_embedder import choose_embedder
    from host.index.model_folder import find_model

    choose_embedder(find_model(Path("nowhere")), kept_models, prepare=True, gpu="")
    return kept_models


@pytest.fixture(autouse=True)
def ambry_home(monkeypatch, kept_models):
    """A short path: a Unix socket's may have at most 107 bytes, and pytest's own folders are long."""
    home = Path(tempfile.mkdtemp(prefix="ambry-"))
    monkeypatch.setenv("AMBRY_HOME", str(home))
    monkeypatch.setenv("AMBRY_KEPT_MODELS", str(kept_models))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    for name in ("ANTHROPIC_API_KEY", "OLLAMA_HOST", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    yield home
    stop_engine(home)
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="session")
def real_embedder():
    """The embedding model that comes as a package, loaded once, exact."""
    from host.index.model_folder import find_model
    from host.index.torch_embedder import SentenceTransformersEmbedder

    embedder = SentenceTransformersEmbedder(find_model(Path("nowhere")))
    embedder.warm()
    return embedder
