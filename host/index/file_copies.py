"""Files of a vault whose bytes are stored once, under the path that came first: which other paths they have.

When the first one changes or goes, what was stored is handed over to another that still says it.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from host.core.vault_address import file_path
from host.index.database import Connection


def note_copy(connection: Connection, collection_id: int, uri: str, file_hash: str) -> None:
    """Another path has the bytes of a document that is there."""
    connection.execute(
        "INSERT OR REPLACE INTO file_copies (collection_id, uri, file_hash) VALUES (?, ?, ?)",
        (collection_id, uri, file_hash),
    )


def hand_over(connection: Connection, collection_id: int, uri: str) -> bool:
    """Before what a path holds is replaced or goes: its document is another's from now on, if that has the same bytes.

    Returns whether there was another.
    """
    connection.execute("DELETE FROM file_copies WHERE collection_id = ? AND uri = ?", (collection_id, uri))
    heir = connection.execute(
        "SELECT file_copies.uri FROM file_copies JOIN documents USING (collection_id, file_hash)"
        " WHERE collection_id = ? AND documents.uri = ? AND documents.file_hash != '' AND documents.path = ''"
        " ORDER BY file_copies.rowid LIMIT 1",
        (collection_id, uri),
    ).fetchone()
    if heir is None:
        return False
    path, former = file_path(heir[0]), file_path(uri)
    folder = PurePosixPath(path).parent.as_posix()
    connection.execute(
        "UPDATE documents SET uri = ?, folder = ?, title = CASE title WHEN ? THEN ? ELSE title END"
        " WHERE collection_id = ? AND uri = ?",
        (heir[0], "" if folder == "." else f"{folder}/", former, path, collection_id, uri),
    )
    connection.execute("DELETE FROM file_copies WHERE collection_id = ? AND uri = ?", (collection_id, heir[0]))
    return True
