import pytest

from host.machine import Machine
from host.sandboxed import SANDBOXED, sandboxed

# what is on disk, the browser that it shows
TRACES = [
    ("home/snap/chromium", "Chromium (Snap)"),
    ("snap/brave", "Brave (Snap)"),
    ("snap/firefox", "Firefox (Snap)"),
    ("home/.var/app/com.google.Chrome", "Google Chrome (Flatpak)"),
    ("home/.local/share/flatpak/app/org.mozilla.firefox", "Firefox (Flatpak)"),
    ("var/lib/flatpak/app/com.microsoft.Edge", "Microsoft Edge (Flatpak)"),
    ("var/lib/flatpak/app/io.github.ungoogled_software.ungoogled_chromium", "Ungoogled Chromium (Flatpak)"),
    ("home/.var/app/io.gitlab.librewolf-community", "LibreWolf (Flatpak)"),
    ("home/.var/app/net.waterfox.waterfox", "Waterfox (Flatpak)"),
]


@pytest.mark.parametrize(("trace", "label"), TRACES)
def test_mode_20_a_browser_in_a_sandbox_is_found_and_named(tmp_path, trace, label):
    (tmp_path / trace).mkdir(parents=True)
    found = list(sandboxed(Machine("linux", tmp_path / "home", {}, tmp_path)))
    assert [browser.label for browser in found] == [label]


def test_mode_20_each_says_why_and_what_to_do():
    for browser in SANDBOXED:
        assert browser.why.endswith(".")
        assert browser.mend.startswith("Install ")


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_other_systems_have_no_such_sandboxes(tmp_path, platform):
    (tmp_path / "snap" / "chromium").mkdir(parents=True)
    assert list(sandboxed(Machine(platform, tmp_path, {}, tmp_path))) == []
