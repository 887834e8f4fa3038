"""Files and folders that only this user may open."""

from __future__ import annotations

import os
from pathlib import Path

from host.errors import ErrorCode, StoreError


def make_folder(folder: Path) -> None:
    """Make `folder` if need be, for this user alone. Raises StoreError."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
    except OSError as exc:
        message = f"The folder {folder} cannot be used: {exc.strerror}."
        raise StoreError(ErrorCode.INTERNAL, message, "Give yourself the right to write there.") from exc


def opener(path: str, flags: int) -> int:
    """For `open(..., opener=opener)`: a new file has mode 0600 from its first moment."""
    return os.open(path, flags, mode=0o600)
