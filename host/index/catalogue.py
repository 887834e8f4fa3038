"""The documents of collections in SQLite, listed and removed one by one."""

from __future__ import annotations

from host.core.candidates import SearchFilter
from host.core.catalogue import Entry, Facets
from host.core.collections import CollectionKind
from host.errors import NotFoundError
from host.index.database import Connection, Database
from host.index.file_copies import hand_over
from host.index.filtered import documents_left
from host.index.library import remove_document

_ENTRIES = (
    "SELECT documents.id, collection_id, uri, documents.title, folder, media_type, chunk_count, content_hash, path"
    " FROM documents"
)

_FOLDERS = "SELECT DISTINCT folder FROM documents WHERE collection_id = ? AND folder != '' ORDER BY folder"
_LANGUAGES = (
    "SELECT language FROM documents WHERE collection_id = ? AND language != ''"
    " GROUP BY language ORDER BY count(*) DESC, language"
)
_DATES = "SELECT min(date), max(date) FROM documents WHERE collection_id = ? AND date != ''"


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

    def find(self, collection_id: int, uri: str) -> Entry | None:
        return self._first("collection_id = ? AND uri = ?", collection_id, uri)

    def left(self, collection_id: int, only: SearchFilter) -> int:
        with self._database.transaction() as connection:
            return len(documents_left(connection, collection_id, only))

    def facets(self, collection_id: int) -> Facets:
        with self._database.transaction() as connection:
            folders, languages = (
                tuple(row[0] for row in connection.execute(query, (collection_id,))) for query in (_FOLDERS, _LANGUAGES)
            )
            (first, last) = connection.execute(_DATES, (collection_id,)).fetchone()
        return Facets(folders, languages, (first or "", last or ""))

    def in_vaults(self, uri: str) -> list[Entry]:
        with self._database.transaction() as connection:
            query = f"{_ENTRIES} JOIN collections ON collections.id = collection_id WHERE uri = ? AND kind = ?"
            return [Entry(*row) for row in connection.execute(query, (uri, CollectionKind.VAULT))]

    def same_words(self, collection_id: int, content_hash: str) -> Entry | None:
        return self._first("collection_id = ? AND content_hash = ?", collection_id, content_hash)

    def remove(self, document_id: int) -> None:
        with self._database.transaction() as connection:
            entry = _entry(connection, document_id)
            if not hand_over(connection, entry.collection_id, entry.uri):
                remove_document(connection, entry.collection_id, entry.uri)

    def _first(self, condition: str, *values: object) -> Entry | None:
        with self._database.transaction() as connection:
            row = connection.execute(f"{_ENTRIES} WHERE {condition}", values).fetchone()
            return Entry(*row) if row else None


def _entry(connection: Connection, document_id: int) -> Entry:
    row = connection.execute(f"{_ENTRIES} WHERE documents.id = ?", (document_id,)).fetchone()
    if row is None:
        raise NotFoundError("such document", "It may have been replaced or removed: search again.")
    return Entry(*row)
