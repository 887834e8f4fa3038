"""A collection's next edition in SQLite: made beside the one that answers, then put in its place."""

from __future__ import annotations

from collections.abc import Sequence

from host.core.chunks import ChunkSettings, EmbeddedChunk
from host.core.documents import Document
from host.core.models import EmbeddingModel
from host.index.chunk_rows import delete_orphans, have_vectors, insert_chunks
from host.index.database import Connection, Database
from host.index.edition_rows import insert_edition, is_for, model_id, take_place
from host.index.rows import DOCUMENT_COLUMNS, read_document

_LACKING = (
    "WHERE collection_id = (SELECT collection_id FROM editions WHERE id = ?)"
    " AND NOT EXISTS (SELECT 1 FROM edition_documents WHERE edition_id = ? AND document_id = documents.id)"
)

_LEFT_BEHIND = (
    "SELECT chunks.id, text_hash FROM chunks JOIN documents ON documents.id = document_id"
    " WHERE collection_id = ? AND edition_id NOT IN (SELECT id FROM editions WHERE collection_id = ?) LIMIT ?"
)
_AT_ONCE = 1_000
"""Chunks removed in one transaction: questions come in between."""


class SqliteEditions:
    """Implements the port `Editions`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, collection_id: int, model: EmbeddingModel, settings: ChunkSettings) -> int:
        with self._database.transaction() as connection:
            used = model_id(connection, model)
            for edition in _begun(connection, collection_id):
                if is_for(connection, edition, used, settings):
                    return edition
            _discard(connection, collection_id)
            return insert_edition(connection, collection_id, used, settings)

    def missing(self, edition: int, characters: int) -> list[tuple[int, Document]]:
        with self._database.transaction() as connection:
            found: list[tuple[int, Document]] = []
            for (document_id,) in connection.execute(f"SELECT id FROM documents {_LACKING} ORDER BY id", [edition] * 2):
                row = connection.execute(f"{DOCUMENT_COLUMNS} WHERE id = ?", (document_id,)).fetchone()
                found.append((document_id, read_document(row)))
                characters -= len(found[-1][1].markdown)
                if characters <= 0:
                    break
            return found

    def put(self, edition: int, documents: Sequence[tuple[int, Sequence[EmbeddedChunk]]]) -> None:
        with self._database.transaction() as connection:
            for document_id, chunks in documents:
                wanted = connection.execute(
                    "SELECT 1 FROM documents JOIN editions USING (collection_id)"
                    " WHERE documents.id = ? AND editions.id = ?",
                    (document_id, edition),
                ).fetchone()
                if wanted and have_vectors(connection, edition, chunks):
                    insert_chunks(connection, edition, document_id, chunks)
                    connection.execute(
                        "INSERT INTO edition_documents VALUES (?, ?, ?)", (edition, document_id, len(chunks))
                    )

    def switch(self, edition: int) -> bool:
        with self._database.transaction() as connection:
            row = connection.execute("SELECT collection_id FROM editions WHERE id = ?", (edition,)).fetchone()
            if row is None or connection.execute(f"SELECT 1 FROM documents {_LACKING}", [edition] * 2).fetchone():
                return False
            connection.execute(
                "UPDATE documents SET chunk_count = (SELECT made.chunk_count FROM edition_documents AS made"
                " WHERE edition_id = ? AND document_id = documents.id) WHERE collection_id = ?",
                (edition, row[0]),
            )
            connection.execute("DELETE FROM edition_documents WHERE edition_id = ?", (edition,))
            take_place(connection, row[0], edition)
            return True

    def discard(self, collection_id: int) -> None:
        with self._database.transaction() as connection:
            _discard(connection, collection_id)
        while self._clear_some(collection_id):
            pass

    def _clear_some(self, collection_id: int) -> bool:
        with self._database.transaction() as connection:
            rows = connection.execute(_LEFT_BEHIND, (collection_id, collection_id, _AT_ONCE)).fetchall()
            connection.executemany("DELETE FROM chunks WHERE id = ?", ((row[0],) for row in rows))
            delete_orphans(connection, list({row[1] for row in rows}))
            return len(rows) == _AT_ONCE


def _begun(connection: Connection, collection_id: int) -> list[int]:
    query = (
        "SELECT editions.id FROM editions JOIN collections ON collections.id = collection_id"
        " WHERE collection_id = ? AND editions.id != edition_id"
    )
    return [row[0] for row in connection.execute(query, (collection_id,))]


def _discard(connection: Connection, collection_id: int) -> None:
    for edition in _begun(connection, collection_id):
        connection.execute("DELETE FROM editions WHERE id = ?", (edition,))
