"""A host that is not there, or of another version."""

import json
import sys

import pytest
from playwright.sync_api import expect

from host.identity import PROTOCOL

pytestmark = pytest.mark.browser

HOST = """#!{python} -IS
import json, sys
def send(message):
    body = json.dumps(message).encode()
    sys.stdout.buffer.write(len(body).to_bytes(4, sys.byteorder) + body)
    sys.stdout.buffer.flush()
send({starting})
length = int.from_bytes(sys.stdin.buffer.read(4), sys.byteorder)
hello = json.loads(sys.stdin.buffer.read(length))
send({{"type": "failed", "id": hello["id"], "error": {error}}})
sys.stdin.buffer.read()
"""
"""A native host that says which protocol it speaks and refuses the greeting."""

REFUSAL = {
    "code": "version_mismatch",
    "message": "The extension is older than the engine.",
    "next_step": "Reload the extension.",
    "log_reference": "",
}


@pytest.fixture(scope="module")
def bare(start_chromium):
    """A Chromium with the extension alone."""
    return start_chromium("bare")


@pytest.fixture
def open_panel(bare, sample):
    page = bare.open_tab(f"{sample}/safety.html")
    opened = []

    def open_panel():
        opened.append(bare.open_panel(page))
        return opened[-1]

    yield open_panel
    for panel in opened:
        panel.close()
    page.close()


def test_a_host_that_is_not_installed_is_named_and_found_once_it_is(bare, open_panel, launcher):
    panel = open_panel()
    expect(panel.screen).to_contain_text("Ambry's host is not installed")
    expect(panel.screen).to_contain_text("python3 install.py")
    expect(panel.connection).to_have_text("Not connected")
    panel.take_picture("host-missing")

    bare.install_host(launcher)
    panel.button("Check again").click()
    panel.wait_until_ready()
    expect(panel.page.get_by_label("Your question")).to_be_enabled()


@pytest.mark.parametrize(
    ("protocol", "title", "step", "picture"),
    [
        (PROTOCOL + 1, "Update the extension", "older than the host", "extension-too-old"),
        (PROTOCOL - 1, "Update the host", "python3 install.py", "host-too-old"),
        (PROTOCOL, "Versions do not fit", REFUSAL["next_step"], "engine-refuses"),
    ],
)
def test_with_a_host_of_another_version_the_side_to_update_is_named(
    bare, open_panel, tmp_path, protocol, title, step, picture
):
    program = tmp_path / "host"
    starting = {"type": "starting", "protocol": protocol}
    program.write_text(HOST.format(python=sys.executable, starting=starting, error=json.dumps(REFUSAL)))
    program.chmod(0o755)
    bare.install_host(program)
    panel = open_panel()
    expect(panel.screen).to_contain_text(title)
    expect(panel.screen).to_contain_text(step)
    expect(panel.button("Check again")).to_be_visible()
    panel.take_picture(picture)
