"""Writes what browsers start: a script with nothing to look up, since a browser's PATH is not a shell's."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from host.registration import write_if_changed
from host.setup.console import Progress
from host.setup.plan import Setup, Step


def launcher_content(setup: Setup) -> bytes:
    """Return the launcher's text.

    `-I` keeps the browser's environment out, `-S` skips packages that the relay's first frame does not
    need: it starts more than twice as fast.
    """
    relay = relay_file(setup)
    if setup.is_windows:
        command = f'"{setup.python}" -I -S "{relay}" %*\r\n'
        # Windows reads a batch file in the code page of its console, which rarely is UTF-8.
        switch = "" if command.isascii() else "chcp 65001 >nul\r\n"
        return f"@echo off\r\n{switch}{command}".encode()
    return f'#!/bin/sh\nexec "{setup.python}" -I -S "{relay}" "$@"\n'.encode()


def relay_file(setup: Setup) -> Path:
    if setup.is_windows:
        return setup.prefix / "Lib" / "site-packages" / "host" / "relay.py"
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return setup.prefix / "lib" / version / "site-packages" / "host" / "relay.py"


def write_launcher(setup: Setup) -> Step:
    content = launcher_content(setup)

    def perform(progress: Progress) -> str:
        write_if_changed(setup.launcher, content, 0o755)
        return str(setup.launcher)

    return Step(
        "Launcher",
        f"Write {setup.launcher}, which browsers start.",
        lambda: (
            setup.launcher.exists() and setup.launcher.read_bytes() == content and os.access(setup.launcher, os.X_OK)
        ),
        perform,
    )
