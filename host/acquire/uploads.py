"""Files on their way in: pieces of an upload, kept in a folder until they are used.

They are on disk from the first piece, so that a job whose files have arrived survives a restart.
"""

from __future__ import annotations

import errno
import hashlib
import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from host.errors import ErrorCode, NotFoundError, ProtocolError, StoreError

MAX_UPLOAD = 512 * 1024 * 1024
"""Bytes. A scanned book is about 200 MB; anything larger is a mistake or an attack on the disk."""

EXPIRES_AFTER = 24 * 3600
"""Seconds without a piece after which an upload is abandoned."""


class Uploads:
    """One folder; an upload `ID` is `ID.part` (its bytes) and `ID.json` (name, size, SHA-256)."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def begin(self, name: str, size: int, sha256: str) -> str:
        """Announce an upload; its id. Raises ProtocolError for one that is too large."""
        if size > MAX_UPLOAD:
            raise ProtocolError(
                ErrorCode.TOO_LARGE,
                f"{name} has {size:,} bytes; at most {MAX_UPLOAD:,} can be taken.",
                "Split the file, or add its parts one by one.",
            )
        upload = secrets.token_hex(16)
        with _disk_errors():
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._bytes(upload).touch(mode=0o600)
            self._facts(upload).write_text(json.dumps({"name": name, "size": size, "sha256": sha256, "pieces": 0}))
        return upload

    def append(self, upload: str, sequence: int, data: bytes) -> None:
        """Add the next piece. Raises ProtocolError for a piece out of order or past the announced size."""
        facts = self._read(upload)
        if sequence != facts["pieces"]:
            raise ProtocolError(
                ErrorCode.UPLOAD_INCOMPLETE,
                f"Piece {sequence} of {facts['name']} came when piece {facts['pieces']} was due.",
                "Send the file again.",
            )
        if self._bytes(upload).stat().st_size + len(data) > int(facts["size"]):
            raise ProtocolError(
                ErrorCode.TOO_LARGE, f"{facts['name']} is longer than announced.", "Send the file again."
            )
        with _disk_errors():
            with self._bytes(upload).open("ab") as file:
                file.write(data)
            self._facts(upload).write_text(json.dumps({**facts, "pieces": sequence + 1}))

    def read(self, upload: str) -> tuple[str, bytes]:
        """The name and bytes of a finished upload. Raises ProtocolError unless size and SHA-256 are as announced."""
        facts = self._read(upload)
        data = self._bytes(upload).read_bytes()
        if len(data) != facts["size"] or hashlib.sha256(data).hexdigest() != facts["sha256"]:
            raise ProtocolError(
                ErrorCode.UPLOAD_INCOMPLETE, f"{facts['name']} did not arrive whole.", "Send the file again."
            )
        return str(facts["name"]), data

    def discard(self, upload: str) -> None:
        """Forget an upload; one that is gone already is no error."""
        if upload.isalnum():
            self._bytes(upload).unlink(missing_ok=True)
            self._facts(upload).unlink(missing_ok=True)

    def expire(self, keep: frozenset[str] = frozenset()) -> None:
        """Remove abandoned uploads, but none of `keep`: those that a job still needs."""
        if not self._folder.is_dir():
            return
        for part in self._folder.glob("*.part"):
            if part.stem not in keep and part.stat().st_mtime < time.time() - EXPIRES_AFTER:
                self.discard(part.stem)

    def _read(self, upload: str) -> dict[str, int | str]:
        # The id comes from outside: nothing but our own hexadecimal may become a path.
        if not upload.isalnum() or not self._facts(upload).is_file():
            raise NotFoundError("such upload", "Send the file again.")
        facts: dict[str, int | str] = json.loads(self._facts(upload).read_text())
        return facts

    def _bytes(self, upload: str) -> Path:
        return self._folder / f"{upload}.part"

    def _facts(self, upload: str) -> Path:
        return self._folder / f"{upload}.json"


@contextmanager
def _disk_errors() -> Iterator[None]:
    """Turn a full or read-only disk into an error that says so."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StoreError(
                ErrorCode.DISK_FULL, "The disk is full.", "Free some space, then send the file again."
            ) from error
        raise StoreError(
            ErrorCode.STORAGE_REFUSED,
            f"The file cannot be written: {error.strerror}.",
            "Check the folder's permissions.",
        ) from error
