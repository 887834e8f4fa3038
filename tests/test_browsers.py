from pathlib import Path

import pytest

from host.browsers import BROWSERS, find, installed, profile_manifests
from host.machine import Machine

HOME = Path("/home/ada")
LINUX, MACOS, WINDOWS = "linux", "darwin", "win32"
NMH = "NativeMessagingHosts"
MOZ = "native-messaging-hosts"
TOR = "Browser/TorBrowser/Data/Browser/.mozilla"

# The table of native-messaging folders, written out: browser, folders of this user on Linux (below ~) and on
# macOS (below ~/Library/Application Support).
USER_FOLDERS = [
    ("chrome", [f".config/google-chrome/{NMH}"], [f"Google/Chrome/{NMH}"]),
    ("chrome-beta", [f".config/google-chrome-beta/{NMH}"], [f"Google/Chrome Beta/{NMH}"]),
    ("chrome-dev", [f".config/google-chrome-unstable/{NMH}"], [f"Google/Chrome Dev/{NMH}"]),
    ("chrome-canary", [f".config/google-chrome-canary/{NMH}"], [f"Google/Chrome Canary/{NMH}"]),
    ("chromium", [f".config/chromium/{NMH}"], [f"Chromium/{NMH}"]),
    ("edge", [f".config/microsoft-edge/{NMH}"], [f"Microsoft Edge/{NMH}"]),
    ("edge-beta", [f".config/microsoft-edge-beta/{NMH}"], [f"Microsoft Edge Beta/{NMH}"]),
    ("edge-dev", [f".config/microsoft-edge-dev/{NMH}"], [f"Microsoft Edge Dev/{NMH}"]),
    ("edge-canary", [], [f"Microsoft Edge Canary/{NMH}"]),
    (
        "brave",
        [f".config/BraveSoftware/Brave-Browser/{NMH}"],
        [f"BraveSoftware/Brave-Browser/{NMH}", f"Google/Chrome/{NMH}"],
    ),
    ("vivaldi", [f".config/vivaldi/{NMH}"], [f"Vivaldi/{NMH}"]),
    ("opera", [f".config/opera/{NMH}", f".config/google-chrome/{NMH}"], [f"Google/Chrome/{NMH}"]),
    ("arc", [], [f"Arc/User Data/{NMH}"]),
    ("helium", [f".config/net.imput.helium/{NMH}"], [f"net.imput.helium/{NMH}"]),
    ("yandex", [f".config/yandex-browser/{NMH}"], [f"Yandex/YandexBrowser/{NMH}"]),
    ("iridium", [f".config/iridium/{NMH}"], [f"Iridium/{NMH}"]),
    ("firefox", [f".mozilla/{MOZ}"], [f"Mozilla/{NMH}"]),
    ("librewolf", [f".librewolf/{MOZ}"], [f"librewolf/{NMH}"]),
    ("waterfox", [f".waterfox/{MOZ}"], [f"Mozilla/{NMH}"]),
    ("zen", [f".mozilla/{MOZ}"], [f"Zen/{NMH}"]),
    ("tor", [f"tor-browser/{TOR}/{MOZ}"], [f"TorBrowser-Data/Browser/Mozilla/{NMH}"]),
    ("tor-launcher", [f".local/share/torbrowser/tbb/x86_64/tor-browser/{TOR}/{MOZ}"], []),
]

# browser, folders of every user on Linux, on macOS
SYSTEM_FOLDERS = [
    ("chrome", [f"/etc/opt/chrome/{MOZ}"], [f"/Library/Google/Chrome/{NMH}"]),
    ("chromium", [f"/etc/chromium/{MOZ}"], [f"/Library/Application Support/Chromium/{NMH}"]),
    ("edge", [f"/etc/opt/edge/{MOZ}"], [f"/Library/Application Support/Microsoft Edge/{NMH}"]),
    ("brave", [f"/etc/opt/chrome/{MOZ}"], [f"/Library/Application Support/BraveSoftware/Brave-Browser/{NMH}"]),
    ("vivaldi", [f"/etc/opt/vivaldi/{MOZ}"], [f"/Library/Application Support/Vivaldi/{NMH}"]),
    ("opera", [f"/etc/opt/chrome/{MOZ}"], [f"/Library/Google/Chrome/{NMH}"]),
    ("yandex", [f"/etc/opt/yandex-browser/{MOZ}"], [f"/Library/Application Support/Yandex/YandexBrowser/{NMH}"]),
    ("iridium", [f"/etc/iridium-browser/{MOZ}"], [f"/Library/Application Support/Iridium/{NMH}"]),
    (
        "firefox",
        [f"/usr/lib/mozilla/{MOZ}", f"/usr/lib64/mozilla/{MOZ}"],
        [f"/Library/Application Support/Mozilla/{NMH}"],
    ),
    (
        "librewolf",
        [f"/usr/lib/librewolf/{MOZ}", f"/usr/lib64/librewolf/{MOZ}"],
        [f"/Library/Application Support/librewolf/{NMH}"],
    ),
    (
        "waterfox",
        [f"/usr/lib/waterfox/{MOZ}", f"/usr/lib64/waterfox/{MOZ}"],
        [f"/Library/Application Support/Mozilla/{NMH}"],
    ),
    (
        "zen",
        [f"/usr/lib/mozilla/{MOZ}", f"/usr/lib64/mozilla/{MOZ}"],
        [f"/Library/Application Support/Zen/{NMH}"],
    ),
]

CHROME_KEY = rf"Software\Google\Chrome\{NMH}"
MOZILLA_KEY = rf"Software\Mozilla\{NMH}"

# browser, registry keys on Windows
KEYS = [
    ("chrome", [CHROME_KEY]),
    ("chromium", [rf"Software\Chromium\{NMH}"]),
    ("edge", [rf"Software\Microsoft\Edge\{NMH}"]),
    ("edge-canary", [rf"Software\Microsoft\Edge\{NMH}"]),
    ("brave", [CHROME_KEY, rf"Software\BraveSoftware\Brave-Browser\{NMH}"]),
    ("vivaldi", [CHROME_KEY, rf"Software\Vivaldi\{NMH}"]),
    ("opera", [rf"Software\Opera Software\{NMH}", CHROME_KEY]),
    ("arc", [CHROME_KEY]),
    ("firefox", [MOZILLA_KEY]),
    ("librewolf", [MOZILLA_KEY]),
    ("waterfox", [MOZILLA_KEY]),
    ("zen", [MOZILLA_KEY]),
    ("tor", [MOZILLA_KEY]),
]

# browser, system, a file that shows that it was used
TRACES = [
    ("chrome", LINUX, ".config/google-chrome/Local State"),
    ("chromium", LINUX, ".config/chromium/Local State"),
    ("brave", LINUX, ".config/BraveSoftware/Brave-Browser/Local State"),
    ("firefox", LINUX, ".mozilla/firefox/profiles.ini"),
    ("firefox", LINUX, ".config/mozilla/firefox/profiles.ini"),
    ("librewolf", LINUX, ".librewolf/profiles.ini"),
    ("tor", LINUX, "tor-browser/Browser/start-tor-browser"),
    ("edge", MACOS, "Library/Application Support/Microsoft Edge/Local State"),
    ("firefox", MACOS, "Library/Application Support/Firefox/profiles.ini"),
    ("chrome", WINDOWS, "AppData/Local/Google/Chrome/User Data/Local State"),
    ("chrome-canary", WINDOWS, "AppData/Local/Google/Chrome SxS/User Data/Local State"),
    ("firefox", WINDOWS, "AppData/Roaming/Mozilla/Firefox/profiles.ini"),
]


def names(machine):
    return [browser.name for browser in installed(machine)]


def machine(platform, home, root="/"):
    return Machine(platform, home, {}, Path(root))


def test_every_browser_of_the_table_is_listed_here():
    assert [name for name, _, _ in USER_FOLDERS] == [browser.name for browser in BROWSERS]


@pytest.mark.parametrize(("name", "linux", "macos"), USER_FOLDERS)
def test_a_browser_reads_these_folders_of_the_user(name, linux, macos):
    browser = find(name)
    assert list(browser.manifest_folders(machine(LINUX, HOME))) == [HOME / folder for folder in linux]
    support = HOME / "Library" / "Application Support"
    assert list(browser.manifest_folders(machine(MACOS, HOME))) == [support / folder for folder in macos]
    assert browser.manifest_folders(machine(WINDOWS, HOME)) == ()


@pytest.mark.parametrize(("name", "linux", "macos"), SYSTEM_FOLDERS)
def test_a_browser_reads_these_folders_of_every_user(name, linux, macos):
    browser = find(name)
    assert list(browser.system_folders(machine(LINUX, HOME))) == [Path(folder) for folder in linux]
    assert list(browser.system_folders(machine(MACOS, HOME))) == [Path(folder) for folder in macos]


@pytest.mark.parametrize(("name", "keys"), KEYS)
def test_a_browser_reads_these_registry_keys_on_windows(name, keys):
    assert list(find(name).on(machine(WINDOWS, HOME)).keys) == keys


@pytest.mark.parametrize(("name", "platform", "trace"), TRACES)
def test_a_browser_that_was_used_is_found(tmp_path, name, platform, trace):
    file = tmp_path / trace
    file.parent.mkdir(parents=True)
    file.touch()
    assert names(machine(platform, tmp_path, tmp_path / "system")) == [name]


def test_a_browser_that_was_never_started_is_found_on_the_path(tmp_path):
    for program in ("chromium", "firefox-esr"):
        (tmp_path / program).touch()
    assert names(Machine(LINUX, HOME, {"PATH": str(tmp_path)})) == ["chromium", "firefox"]


def test_an_application_is_found_on_macos(tmp_path):
    (tmp_path / "Applications" / "Arc.app").mkdir(parents=True)
    assert names(machine(MACOS, HOME, tmp_path)) == ["arc"]


def test_a_registered_host_alone_is_no_sign_of_a_browser(tmp_path):
    for platform in (LINUX, MACOS):
        here = machine(platform, tmp_path, tmp_path / "system")
        for browser in BROWSERS:
            for folder in browser.manifest_folders(here):
                folder.mkdir(parents=True, exist_ok=True)
        assert names(here) == []


def test_an_empty_machine_has_no_browser(tmp_path):
    assert [names(machine(platform, tmp_path, tmp_path)) for platform in (LINUX, MACOS, WINDOWS)] == [[], [], []]


def test_a_browser_is_found_by_its_name_in_any_case():
    assert find("Chromium").label == "Chromium"
    assert find("netscape") is None


def test_mode_14_a_profile_of_its_own_has_its_own_folder():
    assert profile_manifests(Path("/profiles/work")) == Path("/profiles/work/NativeMessagingHosts")
