"""The SQLite file: opened, brought up to date, and used in one transaction at a time."""

from __future__ import annotations

import errno
import re
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from host.errors import ErrorCode, StoreError
from host.index.migrations import MIGRATIONS

_BUSY_MILLISECONDS = 10_000
"""Another process (a backup, a second engine about to give up) may hold the file for a moment."""

_DAMAGED = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
_SURROGATE = re.compile("[\ud800-\udfff]")


class Connection(sqlite3.Connection):
    """Lone surrogates, which JSON lets through, cannot be stored: one character takes the place of each."""

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> sqlite3.Cursor:  # type: ignore[override]
        return super().execute(sql, [_storable(value) for value in parameters])

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> sqlite3.Cursor:  # type: ignore[override]
        return super().executemany(sql, ([_storable(value) for value in row] for row in rows))


class Database:
    """One connection with a lock: safe from several threads."""

    def __init__(self, path: Path) -> None:
        """Raises StoreError for a file that is damaged or newer than this program; the file stays as it is."""
        self._lock = threading.RLock()
        self._path = path
        with self._translated():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600)
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=Connection)
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """All or nothing: committed at the end, rolled back by any exception."""
        with self._lock, self._translated():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def _prepare(self) -> None:
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            raise StoreError(
                ErrorCode.DATABASE_NEWER,
                "The database was written by a newer Ambry.",
                "Update Ambry; nothing in the database was changed.",
            )
        for pragma in (
            "journal_mode = WAL",
            "synchronous = NORMAL",  # with WAL: a power cut may take the last transactions, never the database
            "foreign_keys = ON",
            f"busy_timeout = {_BUSY_MILLISECONDS}",
        ):
            self._connection.execute(f"PRAGMA {pragma}")
        for number, statements in enumerate(MIGRATIONS[version:], start=version + 1):
            with self.transaction() as connection:
                for statement in statements:
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {number}")

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as exc:
            if isinstance(exc, sqlite3.OperationalError) or _primary_code(exc) in _DAMAGED:
                raise self._store_error(exc) from exc
            raise
        except OSError as exc:
            raise self._store_error(exc) from exc

    def _store_error(self, exc: sqlite3.DatabaseError | OSError) -> StoreError:
        code = _primary_code(exc)
        if code == sqlite3.SQLITE_FULL or getattr(exc, "errno", 0) == errno.ENOSPC or _write_failed(exc):
            return StoreError(
                ErrorCode.DISK_FULL,
                "The disk is full, or a quota is used up.",
                "Free some space, then try again. What was stored before is all there.",
            )
        if code in _DAMAGED:
            return StoreError(
                ErrorCode.DATABASE_DAMAGED,
                f"The database is damaged or is none: {self._path}.",
                "Restore it from a backup, or move it away to start with an empty one. It was left as it is.",
            )
        return StoreError(
            ErrorCode.INTERNAL,
            f"The database {self._path} cannot be used: {exc}.",
            "See that its folder can be written and that no other program holds the file.",
        )


def _primary_code(exc: Exception) -> int:
    """The low byte: extended result codes say more than we need."""
    return int(getattr(exc, "sqlite_errorcode", 0)) & 0xFF


def _write_failed(exc: Exception) -> bool:
    """SQLite knows ENOSPC; a quota or a limit of file size is only a failed write to it."""
    return getattr(exc, "sqlite_errorcode", 0) in (sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC)


def _storable(value: Any) -> Any:
    return _SURROGATE.sub("\ufffd", value) if isinstance(value, str) and not value.isascii() else value
