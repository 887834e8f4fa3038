"""Tesseract as it is installed on this machine: where its language data lie, and for which languages."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path

_FOLDER = re.compile(r'"(.+)"')
_PATIENCE = 10.0
"""Seconds."""

_NO_LANGUAGES = {"osd", "equ"}
"""Data for the direction of text and for formulas."""


class Tesseract:
    """Implements the port `TextRecognition`."""

    def languages(self) -> tuple[str, ...]:
        """Empty when Tesseract is not installed."""
        return installed()[1]


def installed() -> tuple[Path | None, tuple[str, ...]]:
    """The folder of language data and the languages in it; looked up again when another Tesseract is installed."""
    program = shutil.which("tesseract")
    return _asked(program) if program else (None, ())


@lru_cache(maxsize=2)
def _asked(program: str) -> tuple[Path | None, tuple[str, ...]]:
    try:
        told = subprocess.run(
            [program, "--list-langs"], capture_output=True, text=True, timeout=_PATIENCE, check=True
        ).stdout.splitlines()
    except (OSError, subprocess.SubprocessError):
        return None, ()
    # Before version 5 it does not tell the folder, and without it nothing can be recognised.
    folder = _FOLDER.search(told[0]) if told else None
    if folder is None:
        return None, ()
    return Path(folder[1]), tuple(name for name in map(str.strip, told[1:]) if name and name not in _NO_LANGUAGES)
