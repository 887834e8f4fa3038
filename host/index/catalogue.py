"""The documents of collections in SQLite, listed and removed one by one."""

from __future__ import annotations

from host.core.catalogue import Entry
from host.errors import NotFoundError
from host.index.database import Connection, Database
from host.index.library import remove_document

_ENTRIES = "SELECT id, collection_id, uri, title, folder, media_type, chunk_count, path FROM documents"


class SqliteCatalogue:
    """Implements the port `Catalogue`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def entries(self, collection_id: int) -> list[Entry]:
        with self._database.transaction() as connection:
            if connection.execute("SELECT 1 FROM collections WHERE id = ?", (collection_id,)).fetchone() is None:
                raise NotFoundError("such collection", "It may have been deleted: choose another.")
            query = f"{_ENTRIES} WHERE collection_id = ? ORDER BY folder, uri"
            return [Entry(*row) for row in connection.execute(query, (collection_id,))]

    def entry(self, document_id: int) -> Entry:
        with self._database.transaction() as connection:
            return _entry(connection, document_id)

    def remove(self, document_id: int) -> None:
        with self._database.transaction() as connection:
            entry = _entry(connection, document_id)
            remove_document(connection, entry.collection_id, entry.uri)


def _entry(connection: Connection, document_id: int) -> Entry:
    row = connection.execute(f"{_ENTRIES} WHERE id = ?", (document_id,)).fetchone()
    if row is None:
        raise NotFoundError("such document", "It may have been replaced or removed: search again.")
    return Entry(*row)
