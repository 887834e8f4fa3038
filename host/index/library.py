"""Collections, documents, chunks and vectors in SQLite: the truth from which everything else is derived."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import astuple

from host.core.chunks import ChunkSettings, EmbeddedChunk, StoredChunk
from host.core.collections import Collection, CollectionKind
from host.core.documents import Document, text_hash
from host.core.models import EmbeddingModel
from host.errors import NotFoundError
from host.index.chunk_rows import batches, delete_orphans, have_vectors, insert_chunks, marks, stored_hashes
from host.index.database import Connection, Database
from host.index.edition_rows import insert_edition, model_id, renew_if_empty, take_place
from host.index.file_copies import hand_over, note_copy
from host.index.rows import (
    CHUNK_COLUMNS,
    COLLECTION_QUERY,
    DOCUMENT_COLUMNS,
    about_json,
    anchors_json,
    read_chunks,
    read_collection,
    read_document,
)

TEMPORARY = tuple(kind for kind in CollectionKind if kind.temporary)


class SqliteLibrary:
    """Implements the port `Library`."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def open_collection(
        self, kind: CollectionKind, key: str, title: str, model: EmbeddingModel, settings: ChunkSettings
    ) -> Collection:
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT INTO collections (kind, key, title, chunk_size, chunk_overlap, chunk_cap, opened)"
                " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kind, key) DO UPDATE SET opened = excluded.opened",
                (kind, key, title, *astuple(settings), self._clock()),
            )
            query = "SELECT id, edition_id FROM collections WHERE kind = ? AND key = ?"
            collection_id, edition = connection.execute(query, (kind, key)).fetchone()
            used = model_id(connection, model)
            if not edition:
                take_place(connection, collection_id, insert_edition(connection, collection_id, used, settings))
            renew_if_empty(connection, collection_id, used)
            return _collection(connection, collection_id)

    def collection(self, collection_id: int) -> Collection:
        with self._database.transaction() as connection:
            return _collection(connection, collection_id)

    def find_collection(self, kind: CollectionKind, key: str) -> Collection | None:
        with self._database.transaction() as connection:
            row = connection.execute(f"{COLLECTION_QUERY} WHERE kind = ? AND key = ?", (kind, key)).fetchone()
            return read_collection(row) if row else None

    def collections(self) -> list[Collection]:
        with self._database.transaction() as connection:
            return [read_collection(row) for row in connection.execute(f"{COLLECTION_QUERY} ORDER BY collections.id")]

    def set_chunk_settings(self, collection_id: int, settings: ChunkSettings) -> Collection:
        with self._database.transaction() as connection:
            _collection(connection, collection_id)
            connection.execute(
                "UPDATE collections SET chunk_size = ?, chunk_overlap = ?, chunk_cap = ? WHERE id = ?",
                (*astuple(settings), collection_id),
            )
            renew_if_empty(connection, collection_id)
            return _collection(connection, collection_id)

    def edition(self, collection_id: int) -> int:
        with self._database.transaction() as connection:
            row = connection.execute("SELECT edition_id FROM collections WHERE id = ?", (collection_id,)).fetchone()
            return row[0] if row else 0

    def delete_collection(self, collection_id: int) -> None:
        with self._database.transaction() as connection:
            _collection(connection, collection_id)
            _delete_collection(connection, collection_id)

    def forget_temporary(self, unused_for: float) -> None:
        with self._database.transaction() as connection:
            old = connection.execute(
                "SELECT id FROM collections WHERE kind IN (?, ?) AND opened < ?",
                (*TEMPORARY, self._clock() - unused_for),
            ).fetchall()
            for (collection_id,) in old:
                _delete_collection(connection, collection_id)

    def content_hash(self, collection_id: int, uri: str) -> str:
        with self._database.transaction() as connection:
            row = connection.execute(
                "SELECT content_hash FROM documents WHERE collection_id = ? AND uri = ?", (collection_id, uri)
            ).fetchone()
            return row[0] if row else ""

    def same_bytes(self, collection_id: int, file_hash: str, uri: str) -> str:
        with self._database.transaction() as connection:
            row = connection.execute(
                "SELECT uri FROM documents WHERE collection_id = ? AND file_hash = ? AND path = ''"
                " ORDER BY uri != ?, id",
                (collection_id, file_hash, uri),
            ).fetchone()
            return row[0] if row else ""

    def note_copy(self, collection_id: int, uri: str, file_hash: str) -> None:
        with self._database.transaction() as connection:
            note_copy(connection, collection_id, uri, file_hash)

    def hand_over(self, collection_id: int, uri: str) -> None:
        with self._database.transaction() as connection:
            hand_over(connection, collection_id, uri)

    def missing_vectors(self, model: EmbeddingModel, texts: Sequence[str]) -> set[str]:
        by_hash = {text_hash(text): text for text in texts}
        with self._database.transaction() as connection:
            stored = stored_hashes(connection, model_id(connection, model), list(by_hash))
        return {text for digest, text in by_hash.items() if digest not in stored}

    def put_document(self, collection: Collection, document: Document, chunks: Sequence[EmbeddedChunk]) -> int | None:
        with self._database.transaction() as connection:
            if _collection(connection, collection.id).edition != collection.edition:
                return None
            if not have_vectors(connection, collection.edition, chunks):
                return None
            replaced = _delete_document(connection, collection.id, document.uri)
            document_id = _insert_document(connection, collection.id, document, len(chunks))
            insert_chunks(connection, collection.edition, document_id, chunks)
            delete_orphans(connection, replaced)
            return document_id

    def document(self, document_id: int) -> Document:
        with self._database.transaction() as connection:
            row = connection.execute(f"{DOCUMENT_COLUMNS} WHERE id = ?", (document_id,)).fetchone()
        if row is None:
            raise NotFoundError("such document", "It may have been replaced or deleted: search again.")
        return read_document(row)

    def documents(self, collection_id: int) -> list[tuple[int, str, str]]:
        with self._database.transaction() as connection:
            _collection(connection, collection_id)
            return connection.execute(
                "SELECT id, uri, title FROM documents WHERE collection_id = ? ORDER BY uri", (collection_id,)
            ).fetchall()

    def chunks(self, chunk_ids: Sequence[int]) -> list[StoredChunk]:
        found: dict[int, StoredChunk] = {}
        with self._database.transaction() as connection:
            for ids in batches(chunk_ids):
                query = f"{CHUNK_COLUMNS} WHERE chunks.id IN ({marks(ids)})"
                found.update((chunk.id, chunk) for chunk in read_chunks(connection, query, ids))
        return [found[chunk_id] for chunk_id in chunk_ids if chunk_id in found]

    def document_chunks(self, document_id: int) -> list[StoredChunk]:
        with self._database.transaction() as connection:
            if connection.execute("SELECT 1 FROM documents WHERE id = ?", (document_id,)).fetchone() is None:
                raise NotFoundError("such document", "It may have been replaced or deleted: search again.")
            query = (
                f"{CHUNK_COLUMNS} JOIN documents ON documents.id = document_id JOIN collections ON collections.id ="
                " collection_id AND collections.edition_id = chunks.edition_id WHERE document_id = ? ORDER BY chunks.id"
            )
            return list(read_chunks(connection, query, [document_id]))

    def setting(self, name: str) -> str:
        with self._database.transaction() as connection:
            row = connection.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
            return row[0] if row else ""

    def set_setting(self, name: str, value: str) -> None:
        with self._database.transaction() as connection:
            connection.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", (name, value))


def remove_document(connection: Connection, collection_id: int, uri: str) -> None:
    """Take a document out, with its chunks and the vectors that no other text needs; nothing happens without one."""
    delete_orphans(connection, _delete_document(connection, collection_id, uri))


def _delete_document(connection: Connection, collection_id: int, uri: str) -> list[str]:
    """Delete a document and its chunks; the hashes of their texts, whose vectors may have no use any more."""
    hashes = _hashes(connection, "documents.collection_id = ? AND documents.uri = ?", collection_id, uri)
    connection.execute("DELETE FROM documents WHERE collection_id = ? AND uri = ?", (collection_id, uri))
    return hashes


def _collection(connection: Connection, collection_id: int) -> Collection:
    row = connection.execute(f"{COLLECTION_QUERY} WHERE collections.id = ?", (collection_id,)).fetchone()
    if row is None:
        raise NotFoundError("such collection", "It may have been deleted: choose another.")
    return read_collection(row)


def _delete_collection(connection: Connection, collection_id: int) -> None:
    """Documents, chunks and jobs go with their collection; its vectors go unless another one has the same text."""
    hashes = _hashes(connection, "documents.collection_id = ?", collection_id)
    connection.execute("DELETE FROM collections WHERE id = ?", (collection_id,))
    delete_orphans(connection, hashes)


def _insert_document(connection: Connection, collection_id: int, document: Document, chunk_count: int) -> int:
    cursor = connection.execute(
        "INSERT INTO documents (collection_id, uri, title, folder, media_type, language, strategy, content_hash,"
        " chunk_count, anchors, markdown, file_hash, about, date, path)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            collection_id,
            document.uri,
            document.title,
            document.folder,
            document.media_type,
            document.language,
            document.strategy,
            document.content_hash,
            chunk_count,
            anchors_json(document.anchors),
            document.markdown,
            document.file_hash,
            about_json(document.about),
            document.about.date,
            document.path,
        ),
    )
    return int(cursor.lastrowid or 0)


def _hashes(connection: Connection, condition: str, *values: object) -> list[str]:
    query = f"SELECT DISTINCT text_hash FROM chunks JOIN documents ON documents.id = document_id WHERE {condition}"
    return [row[0] for row in connection.execute(query, values)]
