"""Watched folders in SQLite: what is known of their files, and which documents came from them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import PurePath, PurePosixPath
from typing import Any

from host.core.folder_ports import FolderAccount
from host.core.folders import KnownFile, Stamp, WatchedFolder, document_uri, folder_of
from host.core.jobs import ItemState
from host.core.vault_address import one_spelling
from host.errors import NotFoundError
from host.index.database import Connection, Database
from host.index.library import remove_document

_FOLDERS = (
    "SELECT watched_folders.id, collection_id, key, path, name, exclude, device"
    " FROM watched_folders JOIN collections ON collections.id = collection_id"
)
_FILES = "SELECT path, size, modified, file_hash, state, reason, code FROM watched_files WHERE folder_id = ?"

_PROBLEMS = 20
"""Failed files that an account names."""


class SqliteFolderStore:
    """Implements the port `FolderStore`."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def add(self, folder: WatchedFolder) -> WatchedFolder:
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT INTO watched_folders (collection_id, path, name, exclude, device) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (collection_id, path) DO UPDATE SET exclude = excluded.exclude",
                (folder.collection_id, folder.path, folder.name, json.dumps(folder.exclude), folder.device),
            )
            query = f"{_FOLDERS} WHERE collection_id = ? AND path = ?"
            return _folder(connection.execute(query, (folder.collection_id, folder.path)).fetchone())

    def folder(self, folder_id: int) -> WatchedFolder:
        with self._database.transaction() as connection:
            return _the_folder(connection, folder_id)

    def folders(self) -> list[WatchedFolder]:
        with self._database.transaction() as connection:
            return [_folder(row) for row in connection.execute(f"{_FOLDERS} ORDER BY watched_folders.id")]

    def remove(self, folder_id: int, *, keep: bool) -> None:
        with self._database.transaction() as connection:
            folder = _the_folder(connection, folder_id)
            for file in _files(connection, folder_id):
                if file.state is ItemState.INDEXED:
                    _let_go(connection, folder, file.path, keep=keep)
            connection.execute("DELETE FROM watched_folders WHERE id = ?", (folder_id,))

    def files(self, folder_id: int) -> dict[str, KnownFile]:
        with self._database.transaction() as connection:
            return {file.path: file for file in _files(connection, folder_id)}

    def put_files(self, folder: WatchedFolder, files: Sequence[KnownFile]) -> None:
        with self._database.transaction() as connection:
            for file in files:
                _put(connection, folder, file)
                if file.state is not ItemState.INDEXED and file.file_hash:
                    remove_document(connection, folder.collection_id, document_uri(folder, file.path))
            self._changed(connection, folder.id)

    def restamp(self, folder: WatchedFolder, files: Sequence[KnownFile]) -> None:
        with self._database.transaction() as connection:
            for file in files:
                _put(connection, folder, file)

    def rearrange(self, folder: WatchedFolder, moved: Sequence[tuple[str, KnownFile]], removed: Sequence[str]) -> None:
        with self._database.transaction() as connection:
            for path in removed:
                remove_document(connection, folder.collection_id, document_uri(folder, path))
                _forget(connection, folder, path)
            # In two steps, for files may have changed places.
            for origin, _ in moved:
                _forget(connection, folder, origin)
                _readdress(connection, folder, document_uri(folder, origin), _aside(folder, origin))
            for origin, file in moved:
                _readdress(connection, folder, _aside(folder, origin), document_uri(folder, file.path))
                _retitle(connection, folder, origin, file.path)
                _put(connection, folder, file)
            self._changed(connection, folder.id)

    def forget_failed(self, folder_id: int) -> None:
        with self._database.transaction() as connection:
            values = (folder_id, ItemState.FAILED)
            connection.execute("DELETE FROM watched_files WHERE folder_id = ? AND state = ?", values)

    def looked(self, folder_id: int, device: int) -> None:
        with self._database.transaction() as connection:
            values = (self._clock(), device, folder_id)
            connection.execute("UPDATE watched_folders SET checked = ?, device = ? WHERE id = ?", values)

    def account(self, folder_id: int) -> FolderAccount:
        with self._database.transaction() as connection:
            _the_folder(connection, folder_id)
            query = "SELECT state, count(*) FROM watched_files WHERE folder_id = ? GROUP BY state"
            counts = {ItemState(state): count for state, count in connection.execute(query, (folder_id,))}
            failed = connection.execute(
                f"{_FILES} AND (state = ? OR code != '') ORDER BY code = '', path LIMIT ?",
                (folder_id, ItemState.FAILED, _PROBLEMS),
            )
            problems = tuple(map(_file, failed))
            times = connection.execute("SELECT checked, changed FROM watched_folders WHERE id = ?", (folder_id,))
            return FolderAccount(counts, problems, *times.fetchone())

    def _changed(self, connection: Connection, folder_id: int) -> None:
        connection.execute("UPDATE watched_folders SET changed = ? WHERE id = ?", (self._clock(), folder_id))


def _the_folder(connection: Connection, folder_id: int) -> WatchedFolder:
    row = connection.execute(f"{_FOLDERS} WHERE watched_folders.id = ?", (folder_id,)).fetchone()
    if row is None:
        raise NotFoundError("such watched folder", "It may not be watched any more: look at the list.")
    return _folder(row)


def _folder(row: Sequence[Any]) -> WatchedFolder:
    number, collection_id, vault, path, name, exclude, device = row
    return WatchedFolder(number, collection_id, vault, path, name, tuple(json.loads(exclude)), device)


def _files(connection: Connection, folder_id: int) -> list[KnownFile]:
    return [_file(row) for row in connection.execute(_FILES, (folder_id,))]


def _file(row: Sequence[Any]) -> KnownFile:
    path, size, modified, file_hash, state, reason, code = row
    return KnownFile(path, Stamp(size, modified), file_hash, ItemState(state), reason, code)


def _put(connection: Connection, folder: WatchedFolder, file: KnownFile) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO watched_files (folder_id, path, size, modified, file_hash, state, reason, code)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            folder.id,
            file.path,
            file.stamp.size,
            file.stamp.modified,
            file.file_hash,
            file.state,
            file.reason,
            file.code,
        ),
    )
    if file.state is ItemState.INDEXED:
        _take_over(connection, folder, file)


def _take_over(connection: Connection, folder: WatchedFolder, file: KnownFile) -> None:
    """Its document may have been there before: uploaded, or left by the folder when that was watched earlier."""
    connection.execute(
        "UPDATE documents SET folder = ?, path = ?, file_hash = ? WHERE collection_id = ? AND uri = ?",
        (
            folder_of(file.path),
            str(PurePath(folder.path, file.path)),
            file.file_hash,
            folder.collection_id,
            document_uri(folder, file.path),
        ),
    )


def _let_go(connection: Connection, folder: WatchedFolder, path: str, *, keep: bool) -> None:
    uri = document_uri(folder, path)
    if keep:
        values = (folder.collection_id, uri)
        connection.execute("UPDATE documents SET path = '' WHERE collection_id = ? AND uri = ?", values)
    else:
        remove_document(connection, folder.collection_id, uri)


def _readdress(connection: Connection, folder: WatchedFolder, uri: str, new: str) -> None:
    values = (new, folder.collection_id, uri)
    connection.execute("UPDATE documents SET uri = ? WHERE collection_id = ? AND uri = ?", values)


def _retitle(connection: Connection, folder: WatchedFolder, origin: str, path: str) -> None:
    """A document without a title of its own is called like its file."""
    old, new = (one_spelling(PurePosixPath(one).name) for one in (origin, path))
    connection.execute(
        "UPDATE documents SET title = ? WHERE collection_id = ? AND uri = ? AND title = ?",
        (new, folder.collection_id, document_uri(folder, path), old),
    )


def _forget(connection: Connection, folder: WatchedFolder, path: str) -> None:
    connection.execute("DELETE FROM watched_files WHERE folder_id = ? AND path = ?", (folder.id, path))


def _aside(folder: WatchedFolder, path: str) -> str:
    """An address that no document has, for the moment in which two of them change places."""
    return f"moving:{document_uri(folder, path)}"
