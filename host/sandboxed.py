"""Snap and Flatpak browsers: found and named, since a host that they cannot start would fail in silence.

Both wrap the browser in a sandbox from which it cannot run a program of the system. Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from host.machine import Machine

SNAP_WHY = "A Snap browser may not start programs outside its sandbox, so the panel cannot reach Ambry."
FLATPAK_WHY = "A Flatpak browser sees neither Ambry's registration nor its programs, so the panel cannot reach Ambry."
FIREFOX_SNAP_WHY = (
    "Firefox as a Snap starts Ambry only through the desktop's portal, which asks once and remembers a no."
)


@dataclass(frozen=True, slots=True)
class Sandboxed:
    """A browser that is here but cannot be served, with the reason and the way out."""

    label: str
    traces: tuple[str, ...]
    why: str
    mend: str


def _snap(name: str, label: str, why: str = SNAP_WHY, portal: str = "") -> Sandboxed:
    mend = f"Install {label} from its maker's packages instead of the Snap, then run the installer again.{portal}"
    return Sandboxed(f"{label} (Snap)", (f"{{home}}/snap/{name}", f"{{root}}/snap/{name}"), why, mend)


def _flatpak(application: str, label: str) -> Sandboxed:
    traces = (
        f"{{home}}/.var/app/{application}",
        f"{{share}}/flatpak/app/{application}",
        f"{{root}}/var/lib/flatpak/app/{application}",
    )
    mend = f"Install {label} from its maker's packages instead of the Flatpak, then run the installer again."
    return Sandboxed(f"{label} (Flatpak)", traces, FLATPAK_WHY, mend)


SANDBOXED: tuple[Sandboxed, ...] = (
    _snap("chromium", "Chromium"),
    _snap("brave", "Brave"),
    _snap("opera", "Opera"),
    _snap("vivaldi", "Vivaldi"),
    _snap(
        "firefox",
        "Firefox",
        FIREFOX_SNAP_WHY,
        " Or allow it again: flatpak permission-set webextensions ai.ambry.host snap.firefox yes",
    ),
    _flatpak("com.google.Chrome", "Google Chrome"),
    _flatpak("org.chromium.Chromium", "Chromium"),
    _flatpak("io.github.ungoogled_software.ungoogled_chromium", "Ungoogled Chromium"),
    _flatpak("com.microsoft.Edge", "Microsoft Edge"),
    _flatpak("com.brave.Browser", "Brave"),
    _flatpak("com.vivaldi.Vivaldi", "Vivaldi"),
    _flatpak("com.opera.Opera", "Opera"),
    _flatpak("org.mozilla.firefox", "Firefox"),
    _flatpak("io.gitlab.librewolf-community", "LibreWolf"),
    _flatpak("net.waterfox.waterfox", "Waterfox"),
    _flatpak("app.zen_browser.zen", "Zen"),
    _flatpak("org.torproject.torbrowser-launcher", "Tor Browser"),
)


def sandboxed(machine: Machine) -> Iterator[Sandboxed]:
    """Yield the Snap and Flatpak browsers that this machine has."""
    if machine.platform in ("win32", "darwin"):
        return
    for browser in SANDBOXED:
        if any(machine.folder(trace).exists() for trace in browser.traces):
            yield browser
