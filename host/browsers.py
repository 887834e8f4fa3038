"""Where each browser looks for native hosts, and how to tell that it is installed.

A table and readings of it. Sources: the browsers' documentation and the installers of browserpass,
Bitwarden, KeePassXC and KDE's Plasma integration, compared. Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from host.machine import Machine

Family = Literal["chromium", "firefox"]


@dataclass(frozen=True, slots=True)
class OnSystem:
    """What one browser has on one system: folder templates, or registry keys on Windows."""

    manifests: tuple[str, ...] = ()
    """Folders of this user; all are written, since some builds read another browser's."""
    system: tuple[str, ...] = ()
    """Folders of every user: never written, only checked."""
    keys: tuple[str, ...] = ()
    """Registry keys under HKEY_CURRENT_USER; the host's name is the subkey."""
    traces: tuple[str, ...] = ()
    """Files and folders that show that the browser is installed or was used."""
    programs: tuple[str, ...] = ()
    """Programs to look for on the PATH."""


NOWHERE = OnSystem()


@dataclass(frozen=True, slots=True)
class Browser:
    name: str
    label: str
    family: Family
    linux: OnSystem = NOWHERE
    macos: OnSystem = NOWHERE
    windows: OnSystem = NOWHERE

    def on(self, machine: Machine) -> OnSystem:
        """Return this browser's places on a machine."""
        return {"darwin": self.macos, "win32": self.windows}.get(machine.platform, self.linux)

    def is_installed(self, machine: Machine) -> bool:
        places = self.on(machine)
        found = any(machine.folder(trace).exists() for trace in places.traces)
        return found or any(machine.has_program(program) for program in places.programs)

    def manifest_folders(self, machine: Machine) -> tuple[Path, ...]:
        return tuple(machine.folder(template) for template in self.on(machine).manifests)

    def system_folders(self, machine: Machine) -> tuple[Path, ...]:
        return tuple(machine.folder(template) for template in self.on(machine).system)


HOSTS = "NativeMessagingHosts"
USED = "Local State"
"""A file that only the browser itself writes: its folder alone may come from registering a host."""
CHROME_KEY = r"Software\Google\Chrome\NativeMessagingHosts"
MOZILLA_KEY = r"Software\Mozilla\NativeMessagingHosts"


def profile_manifests(profile: Path) -> Path:
    """Return the only user folder that a Chromium started with `--user-data-dir` reads."""
    return profile / HOSTS


def _chromium_linux(profile: str, system: str = "", programs: str = "", also: tuple[str, ...] = ()) -> OnSystem:
    return OnSystem(
        manifests=(f"{{config}}/{profile}/{HOSTS}", *also),
        system=(f"{{root}}/etc/{system}/native-messaging-hosts",) if system else (),
        traces=(f"{{config}}/{profile}/{USED}",),
        programs=tuple(programs.split()),
    )


def _chromium_macos(profile: str, app: str, also: tuple[str, ...] = (), system: str = "") -> OnSystem:
    return OnSystem(
        manifests=(f"{{support}}/{profile}/{HOSTS}", *also),
        system=(system or f"{{root}}/Library/Application Support/{profile}/{HOSTS}",),
        traces=(f"{{support}}/{profile}/{USED}", f"{{root}}/Applications/{app}.app"),
    )


def _chromium_windows(profile: str, *keys: str) -> OnSystem:
    return OnSystem(keys=keys, traces=(f"{{local}}/{profile}/User Data/{USED}",))


def _firefox_linux(folder: str, programs: str, *traces: str, library: str = "mozilla") -> OnSystem:
    return OnSystem(
        manifests=(f"{{home}}/{folder}/native-messaging-hosts",),
        # lib64 is where Fedora's builds look.
        system=tuple(f"{{root}}/usr/{lib}/{library}/native-messaging-hosts" for lib in ("lib", "lib64")),
        traces=traces,
        programs=tuple(programs.split()),
    )


def _firefox_macos(manifests: str, app: str, *traces: str) -> OnSystem:
    return OnSystem(
        manifests=(f"{{support}}/{manifests}/{HOSTS}",),
        system=(f"{{root}}/Library/Application Support/{manifests}/{HOSTS}",),
        traces=(f"{{root}}/Applications/{app}.app", *traces),
    )


def _firefox_windows(profile: str) -> OnSystem:
    return OnSystem(keys=(MOZILLA_KEY,), traces=(f"{{roaming}}/{profile}",))


CHROME_LINUX = f"{{config}}/google-chrome/{HOSTS}"
CHROME_MACOS = f"{{support}}/Google/Chrome/{HOSTS}"
# Google's Chrome alone leaves "Application Support" out of the system-wide folder.
CHROME_MACOS_SYSTEM = f"{{root}}/Library/Google/Chrome/{HOSTS}"
TOR_DATA = "Browser/TorBrowser/Data/Browser"
TOR_MACOS = OnSystem(
    manifests=(f"{{support}}/TorBrowser-Data/Browser/Mozilla/{HOSTS}",), traces=("{root}/Applications/Tor Browser.app",)
)


def _tor_linux(folder: str) -> OnSystem:
    return OnSystem(
        manifests=(f"{folder}/{TOR_DATA}/.mozilla/native-messaging-hosts",),
        traces=(f"{folder}/Browser/start-tor-browser",),
    )


def _chrome(channel: str, linux: OnSystem) -> Browser:
    macos = _chromium_macos(f"Google/Chrome {channel}", f"Google Chrome {channel}", system=CHROME_MACOS_SYSTEM)
    folder = "Google/Chrome SxS" if channel == "Canary" else f"Google/Chrome {channel}"
    name, label = f"chrome-{channel.lower()}", f"Google Chrome {channel}"
    return Browser(name, label, "chromium", linux, macos, _chromium_windows(folder, CHROME_KEY))


def _edge(channel: str = "") -> Browser:
    suffix, folder = (f"-{channel.lower()}", f" {channel}") if channel else ("", "")
    profile = f"microsoft-edge{suffix}"
    windows_folder = "Microsoft/Edge" + (" SxS" if channel == "Canary" else folder)
    return Browser(
        f"edge{suffix}",
        f"Microsoft Edge{folder}",
        "chromium",
        NOWHERE if channel == "Canary" else _chromium_linux(profile, "opt/edge", f"{profile} {profile}-stable"),
        _chromium_macos(f"Microsoft Edge{folder}", f"Microsoft Edge{folder}"),
        _chromium_windows(windows_folder, r"Software\Microsoft\Edge\NativeMessagingHosts"),
    )


BROWSERS: tuple[Browser, ...] = (
    Browser(
        "chrome",
        "Google Chrome",
        "chromium",
        _chromium_linux("google-chrome", "opt/chrome", "google-chrome google-chrome-stable"),
        _chromium_macos("Google/Chrome", "Google Chrome", system=CHROME_MACOS_SYSTEM),
        _chromium_windows("Google/Chrome", CHROME_KEY),
    ),
    _chrome("Beta", _chromium_linux("google-chrome-beta", "opt/chrome", "google-chrome-beta")),
    _chrome("Dev", _chromium_linux("google-chrome-unstable", "opt/chrome", "google-chrome-unstable")),
    _chrome("Canary", _chromium_linux("google-chrome-canary", "opt/chrome", "google-chrome-canary")),
    Browser(
        "chromium",
        "Chromium",
        "chromium",
        _chromium_linux("chromium", "chromium", "chromium chromium-browser"),
        _chromium_macos("Chromium", "Chromium"),
        _chromium_windows("Chromium", r"Software\Chromium\NativeMessagingHosts"),
    ),
    _edge(),
    _edge("Beta"),
    _edge("Dev"),
    _edge("Canary"),
    Browser(
        "brave",
        "Brave",
        "chromium",
        _chromium_linux("BraveSoftware/Brave-Browser", "opt/chrome", "brave-browser brave"),
        _chromium_macos("BraveSoftware/Brave-Browser", "Brave Browser", (CHROME_MACOS,)),
        _chromium_windows(
            "BraveSoftware/Brave-Browser", CHROME_KEY, r"Software\BraveSoftware\Brave-Browser\NativeMessagingHosts"
        ),
    ),
    Browser(
        "vivaldi",
        "Vivaldi",
        "chromium",
        _chromium_linux("vivaldi", "opt/vivaldi", "vivaldi vivaldi-stable"),
        _chromium_macos("Vivaldi", "Vivaldi"),
        _chromium_windows("Vivaldi", CHROME_KEY, r"Software\Vivaldi\NativeMessagingHosts"),
    ),
    Browser(
        "opera",
        "Opera",
        "chromium",
        # Most builds read Chrome's folder instead of their own.
        _chromium_linux("opera", "opt/chrome", "opera", (CHROME_LINUX,)),
        OnSystem(
            (CHROME_MACOS,),
            (CHROME_MACOS_SYSTEM,),
            (),
            ("{support}/com.operasoftware.Opera", "{root}/Applications/Opera.app"),
        ),
        OnSystem(
            keys=(r"Software\Opera Software\NativeMessagingHosts", CHROME_KEY),
            traces=("{roaming}/Opera Software/Opera Stable",),
        ),
    ),
    Browser(
        "arc",
        "Arc",
        "chromium",
        macos=_chromium_macos("Arc/User Data", "Arc"),
        windows=OnSystem(keys=(CHROME_KEY,), traces=("{local}/Packages/TheBrowserCompany.Arc_ttt1ap7aakyb4",)),
    ),
    Browser(
        "helium",
        "Helium",
        "chromium",
        _chromium_linux("net.imput.helium", programs="helium"),
        _chromium_macos("net.imput.helium", "Helium"),
    ),
    Browser(
        "yandex",
        "Yandex Browser",
        "chromium",
        _chromium_linux("yandex-browser", "opt/yandex-browser", "yandex-browser yandex-browser-stable"),
        _chromium_macos("Yandex/YandexBrowser", "Yandex"),
    ),
    Browser(
        "iridium",
        "Iridium",
        "chromium",
        _chromium_linux("iridium", "iridium-browser", "iridium-browser"),
        _chromium_macos("Iridium", "Iridium"),
    ),
    Browser(
        "firefox",
        "Firefox",
        "firefox",
        _firefox_linux(".mozilla", "firefox firefox-esr", "{home}/.mozilla/firefox", "{config}/mozilla/firefox"),
        _firefox_macos("Mozilla", "Firefox", "{support}/Firefox"),
        _firefox_windows("Mozilla/Firefox"),
    ),
    Browser(
        "librewolf",
        "LibreWolf",
        "firefox",
        _firefox_linux(".librewolf", "librewolf", "{home}/.librewolf/profiles.ini", library="librewolf"),
        _firefox_macos("librewolf", "LibreWolf", "{support}/librewolf/profiles.ini"),
        _firefox_windows("librewolf"),
    ),
    Browser(
        "waterfox",
        "Waterfox",
        "firefox",
        _firefox_linux(".waterfox", "waterfox", "{home}/.waterfox/profiles.ini", library="waterfox"),
        _firefox_macos("Mozilla", "Waterfox", "{support}/Waterfox"),
        _firefox_windows("Waterfox"),
    ),
    Browser(
        "zen",
        "Zen",
        "firefox",
        _firefox_linux(".mozilla", "zen-browser", "{home}/.zen/profiles.ini"),
        _firefox_macos("Zen", "Zen", "{support}/zen/profiles.ini"),
        _firefox_windows("zen"),
    ),
    Browser(
        "tor",
        "Tor Browser",
        "firefox",
        _tor_linux("{home}/tor-browser"),
        TOR_MACOS,
        OnSystem(keys=(MOZILLA_KEY,), traces=("{home}/Desktop/Tor Browser",)),
    ),
    Browser(
        "tor-launcher", "Tor Browser (launcher)", "firefox", _tor_linux("{share}/torbrowser/tbb/x86_64/tor-browser")
    ),
)


def find(name: str) -> Browser | None:
    """Return the browser of a name as written on the command line."""
    return next((browser for browser in BROWSERS if browser.name == name.lower()), None)


def installed(machine: Machine) -> Iterator[Browser]:
    """Yield the browsers that this machine has."""
    return (browser for browser in BROWSERS if browser.is_installed(machine))
