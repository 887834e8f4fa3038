"""Paths where several spellings are one name: other case, accents taken apart, short forms, long prefixes."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from host.core.vault_address import one_spelling

ONE_FOR_MANY = sys.platform in ("win32", "darwin")
"""Whether this system usually finds a file also by another spelling of its name."""


def as_listed(root: Path, path: str) -> str | None:
    """A path below `root` as the folders on the way list it; None when one of them lists no such name.

    The system reports changes in the spelling that a program used. Taken as it is, one file would be two.
    """
    listed: list[str] = []
    for part in path.split("/"):
        name = _listed(root.joinpath(*listed), part)
        if name is None:
            return None
        listed.append(name)
    return "/".join(listed)


def extended(path: str, *, windows: bool = os.name == "nt") -> str:
    """A whole path that Windows takes also when it has more than 260 characters, with which it finds nothing else."""
    if not windows or path.startswith("\\\\?\\"):
        return path
    return f"\\\\?\\UNC\\{path[2:]}" if path.startswith("\\\\") else f"\\\\?\\{path}"


def _listed(folder: Path, name: str) -> str | None:
    try:
        names = os.listdir(folder)  # noqa: PTH208 # names, which a Path would have to be taken apart for
    except OSError:
        return None
    if name in names:
        return name
    wanted = _folded(name)
    return next((other for other in names if _folded(other) == wanted), None)


def _folded(name: str) -> str:
    return one_spelling(name).casefold()
