"""Writes, checks and removes the manifests by which browsers find the native host.

A browser reads a manifest named after the host from its own folder, or on Windows from the file that a
registry key names. What it dislikes it ignores without a word, so everything it demands is checked here.
Standard library only.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from host.browsers import Browser, Family, profile_manifests
from host.identity import CHROMIUM_ID, FIREFOX_ID, HOST_NAME
from host.machine import Machine

MANIFEST_NAME = f"{HOST_NAME}.json"


class Registry(Protocol):
    """The registry of this user, as far as browsers need it: each key's default value."""

    def read(self, key: str) -> str | None: ...

    def write(self, key: str, value: str) -> None: ...

    def delete(self, key: str) -> None: ...


class NoRegistry:
    """What every system but Windows has."""

    def read(self, key: str) -> str | None:
        return None

    def write(self, key: str, value: str) -> None:
        raise OSError("this system has no registry")

    def delete(self, key: str) -> None:
        pass


if sys.platform == "win32":
    import winreg

    class WindowsRegistry:
        """HKEY_CURRENT_USER."""

        def read(self, key: str) -> str | None:
            try:
                return winreg.QueryValue(winreg.HKEY_CURRENT_USER, key)
            except FileNotFoundError:
                return None

        def write(self, key: str, value: str) -> None:
            winreg.SetValue(winreg.HKEY_CURRENT_USER, key, winreg.REG_SZ, value)

        def delete(self, key: str) -> None:
            try:
                winreg.DeleteKey(winreg.HKEY_CURRENT_USER, key)
            except FileNotFoundError:
                return


def system_registry() -> Registry:
    """Return the registry of the system that this process runs on."""
    if sys.platform == "win32":
        return WindowsRegistry()
    return NoRegistry()


@dataclass(frozen=True, slots=True)
class Templates:
    """The folder `manifests/` of the source, read."""

    chromium: str
    firefox: str

    @classmethod
    def read(cls, folder: Path) -> Templates:
        return cls(*((folder / f"{family}.json").read_text("utf-8") for family in ("chromium", "firefox")))

    def render(self, family: Family, launcher: Path) -> bytes:
        """Return the manifest that starts `launcher`. UTF-8 without a mark: Windows browsers refuse one."""
        values = {"{name}": HOST_NAME, "{launcher}": str(launcher)}
        values |= {"{chromium_id}": CHROMIUM_ID, "{firefox_id}": FIREFOX_ID}
        text = self.chromium if family == "chromium" else self.firefox
        for place, value in values.items():
            text = text.replace(place, json.dumps(value)[1:-1])
        return text.encode("utf-8")


@dataclass(frozen=True, slots=True)
class Place:
    """One manifest file of one browser, and on Windows the registry key that must name it."""

    label: str
    family: Family
    manifest: Path
    key: str = ""


def places(browser: Browser, machine: Machine, windows_folder: Path) -> Iterator[Place]:
    """Yield where this user's manifests of a browser belong.

    Windows has no folders for them: they lie in `windows_folder`, one for each family.
    """
    for key in browser.on(machine).keys:
        manifest = windows_folder / browser.family / MANIFEST_NAME
        yield Place(browser.label, browser.family, manifest, f"{key}\\{HOST_NAME}")
    for folder in browser.manifest_folders(machine):
        yield Place(browser.label, browser.family, folder / MANIFEST_NAME)


def profile_place(profile: Path) -> Place:
    """Return where a Chromium with a profile folder of its own looks."""
    return Place(f"profile {profile}", "chromium", profile_manifests(profile) / MANIFEST_NAME)


def register(place: Place, templates: Templates, launcher: Path, registry: Registry) -> bool:
    """Write what the browser at `place` needs; False when all of it was there already."""
    changed = write_if_changed(place.manifest, templates.render(place.family, launcher), 0o644)
    if place.key and registry.read(place.key) != str(place.manifest):
        registry.write(place.key, str(place.manifest))
        changed = True
    return changed


def unregister(candidates: Iterable[Place], registry: Registry) -> list[Place]:
    """Remove manifests and keys; return the places that had one."""
    removed = []
    for place in candidates:
        known = place.manifest.exists() or bool(place.key and registry.read(place.key))
        place.manifest.unlink(missing_ok=True)
        if place.key:
            registry.delete(place.key)
        if known:
            removed.append(place)
    return removed


def write_if_changed(path: Path, content: bytes, mode: int) -> bool:
    """Write a file as a whole or not at all; False when it already is as wanted."""
    if _is_as_wanted(path, content, mode):
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    # Beside the target: a rename is atomic only within one file system.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return True


def _is_as_wanted(path: Path, content: bytes, mode: int) -> bool:
    try:
        same = path.read_bytes() == content
    except OSError:
        return False
    # Windows knows only the read-only bit.
    return same and (os.name == "nt" or path.stat().st_mode & 0o777 == mode)
