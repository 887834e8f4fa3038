"""One browser, one engine and one sample site for all tests of this folder; the model is loaded once."""

import os
import shutil
import socket
import tempfile
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect, sync_playwright

from tests import sample_server
from tests.browser_port import stop_engine
from tests.e2e import installed_host
from tests.e2e.chromium import PROGRAM, Chromium
from tests.e2e.extension_build import built_extension
from tests.e2e.ollama import serve_ollama

YOUTUBE = "https://www.youtube.com/**"

PATIENCE_MS = 30_000
"""For anything that is expected to appear: a busy machine is slow, and a test that passes does not wait."""


def answer_from(sample: str, route: Route) -> None:
    """As the sample's server answers in YouTube's place."""
    address = urlsplit(route.request.url)
    route.fulfill(response=route.fetch(url=f"{sample}{address.path}?{address.query}"))


def need(program: str) -> str:
    """The path of a browser. Without it the test is skipped, but never where everything has to be tested."""
    found = shutil.which(program)
    if not found and os.environ.get("CI"):
        pytest.fail(f"{program} is not installed")
    return found or pytest.skip(f"{program} is not installed")


@pytest.fixture(scope="package")
def folder():
    """Everything that these tests write but the screenshots. A short path, for the engine's socket."""
    path = Path(tempfile.mkdtemp(prefix="ambry-"))
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="package")
def launcher(folder):
    """What the browsers start."""
    return installed_host.launcher(folder)


@pytest.fixture(scope="package")
def sample():
    """The address of the sample site."""
    with sample_server.serve() as base_url:
        yield base_url


@pytest.fixture(scope="package")
def ollama_port():
    """Where the engine looks for Ollama: nobody is there until a test serves it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def ollama(ollama_port):
    with serve_ollama(ollama_port) as server:
        yield server


@pytest.fixture(scope="package")
def engine_home(folder):
    """Where the engine of these tests lives."""
    home = folder / "ambry"
    yield home
    stop_engine(home)


@pytest.fixture(scope="package")
def environ(folder, engine_home, sample, ollama_port, ready_models):
    """The environment that browsers start in, and hand to the host."""
    home = folder / "home"
    home.mkdir()
    kept = {name: value for name, value in os.environ.items() if name not in ("ANTHROPIC_API_KEY", "XDG_CONFIG_HOME")}
    return kept | {
        "HOME": str(home),
        "AMBRY_HOME": str(engine_home),
        "AMBRY_KEPT_MODELS": str(ready_models),
        "AMBRY_YOUTUBE_URL": sample,
        "AMBRY_OLLAMA_URL": f"http://127.0.0.1:{ollama_port}",
        "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
    }


@pytest.fixture(scope="package")
def playwright():
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def start_chromium(playwright, folder, environ):
    """Starts a Chromium with a profile of its own, in which no host is registered."""
    program, extension = need(PROGRAM), built_extension("chrome", folder)
    with ExitStack() as stack:

        def start(profile: str) -> Chromium:
            chromium = Chromium(playwright, program, extension, folder / profile, environ)
            stack.callback(chromium.close)
            chromium.wait_for_extension()
            return chromium

        yield start


@pytest.fixture(scope="package")
def chromium(start_chromium, launcher, sample):
    """The Chromium of a person who has installed everything."""
    chromium = start_chromium("profile")
    chromium.install_host(launcher)
    chromium.context.route(YOUTUBE, lambda route: answer_from(sample, route))
    return chromium


@pytest.fixture
def visit(chromium):
    """Opens a page, clicks the toolbar button there, and returns the page with the panel beside it."""
    with ExitStack() as stack:

        def visit(url: str):
            page = chromium.open_tab(url)
            stack.callback(page.close)
            panel = chromium.open_panel(page)
            stack.callback(panel.close)
            panel.wait_until_ready()
            return page, panel

        yield visit
