"""Finds what a browser would dislike about a native-messaging manifest, and how to mend it.

Chromium says "host not found" for nearly all of these, so the difference has to be found here.
Standard library only.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host.browsers import Browser, Family
from host.identity import CHROMIUM_ID, FIREFOX_ID, HOST_NAME
from host.machine import Machine
from host.registration import MANIFEST_NAME, Place, Registry

REINSTALL = "Run the installer again: python3 install.py"


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, and what to do about it."""

    what: str
    mend: str


def check_place(place: Place, registry: Registry) -> list[Problem]:
    """Return everything wrong with one registration; nothing when the browser will be content."""
    if place.key:
        named = registry.read(place.key)
        if named is None:
            return [Problem(f"The registry key {place.key} is missing.", REINSTALL)]
        if named != str(place.manifest):
            return [Problem(f"The registry key {place.key} names {named} instead of {place.manifest}.", REINSTALL)]
    return check_manifest(place.manifest, place.family)


def check_manifest(path: Path, family: Family) -> list[Problem]:
    """Return everything wrong with a manifest and with the launcher that it names."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return [Problem(f"There is no manifest at {path}.", REINSTALL)]
    except OSError as error:
        return [Problem(f"The manifest {path} cannot be read: {error.strerror}.", f"Make {path} readable for you.")]
    try:
        manifest = json.loads(raw.decode("utf-8"))  # decoded here, since browsers refuse a byte order mark
    except ValueError:
        manifest = None
    if not isinstance(manifest, dict):
        return [Problem(f"The manifest {path} is not valid JSON.", REINSTALL)]
    return [*_check_identity(path, manifest, family), *_check_launcher_path(path, manifest)]


def _check_identity(path: Path, manifest: dict[str, Any], family: Family) -> list[Problem]:
    problems = []
    name = manifest.get("name")
    if name != HOST_NAME or path.name != MANIFEST_NAME:
        problems.append(Problem(f"The manifest {path} is for {name!r}, not for {HOST_NAME!r}.", REINSTALL))
    if manifest.get("type") != "stdio":
        problems.append(Problem(f"The manifest {path} lacks the type 'stdio'.", REINSTALL))
    field, caller = {
        "chromium": ("allowed_origins", f"chrome-extension://{CHROMIUM_ID}/"),
        "firefox": ("allowed_extensions", FIREFOX_ID),
    }[family]
    listed = manifest.get(field)
    if not isinstance(listed, list) or caller not in listed:
        problems.append(Problem(f"The manifest {path} does not let Ambry's extension in ({caller}).", REINSTALL))
    return problems


def _check_launcher_path(path: Path, manifest: dict[str, Any]) -> list[Problem]:
    named = manifest.get("path")
    if not isinstance(named, str) or not Path(named).is_absolute():
        return [Problem(f"The manifest {path} names no absolute path to start: {named!r}.", REINSTALL)]
    return check_launcher(Path(named))


def check_launcher(launcher: Path) -> list[Problem]:
    """Return what would keep a browser from starting the launcher."""
    try:
        content = launcher.read_bytes()
    except FileNotFoundError:
        return [Problem(f"The launcher {launcher} is gone; Ambry may have been moved or removed.", REINSTALL)]
    except OSError as error:
        return [Problem(f"The launcher {launcher} cannot be read: {error.strerror}.", REINSTALL)]
    if sys.platform == "win32":
        return []
    problems = []
    if not os.access(launcher, os.X_OK):
        problems.append(Problem(f"The launcher {launcher} is not executable.", f'Run: chmod +x "{launcher}"'))
    return problems + _check_script(launcher, content)


def _check_script(launcher: Path, content: bytes) -> list[Problem]:
    if not content.startswith(b"#!"):
        return [Problem(f"The launcher {launcher} is damaged: it does not name its interpreter.", REINSTALL)]
    if b"\r\n" in content:
        # The system would look for an interpreter whose name ends in a carriage return.
        return [Problem(f"The launcher {launcher} has Windows line ends, so the system cannot start it.", REINSTALL)]
    missing = [program for program in _programs(content.decode("utf-8", "replace")) if not shutil.which(program)]
    return [Problem(f"The launcher {launcher} needs {program}, which is not there.", REINSTALL) for program in missing]


def _programs(script: str) -> list[str]:
    """Return the programs that a launcher starts: its shell, and the interpreter that it gives way to."""
    shell, *lines = script.splitlines()
    interpreters = [line.split('"')[1] for line in lines if line.startswith('exec "')]
    return [shell.removeprefix("#!").strip().split(" ")[0], *interpreters]


def hidden_system_manifest(browser: Browser, machine: Machine) -> Path | None:
    """Return a system-wide manifest that works and that a broken one of this user would hide."""
    for folder in browser.system_folders(machine):
        manifest = folder / MANIFEST_NAME
        if manifest.exists() and not check_manifest(manifest, browser.family):
            return manifest
    return None


def check_browser_place(browser: Browser, place: Place, machine: Machine, registry: Registry) -> list[Problem]:
    """Check one place of a browser, knowing what a system-wide installation offers beside it.

    A browser that finds a broken manifest of this user looks no further, so a good one behind it is hidden.
    """
    problems = check_place(place, registry)
    system = hidden_system_manifest(browser, machine)
    if not problems or system is None:
        return problems
    if not place.manifest.exists() and not place.key:
        return []
    mend = f"Delete {place.manifest}, or run the installer again: python3 install.py"
    return [*problems, Problem(f"{place.manifest} hides {system}, which works.", mend)]
