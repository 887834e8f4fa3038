"""Collections, documents, chunks and vectors in SQLite: the truth from which everything else is derived."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import astuple
from typing import Any

from host.core.types import (
    ChunkSettings,
    Collection,
    CollectionKind,
    Document,
    EmbeddedChunk,
    EmbeddingModel,
    StoredChunk,
    text_hash,
)
from host.errors import ErrorCode, ModelError, NotFoundError, StoreError
from host.index.database import Connection, Database
from host.index.rows import (
    CHUNK_COLUMNS,
    COLLECTION_QUERY,
    about_json,
    anchors_json,
    headings_json,
    read_about,
    read_anchors,
    read_chunks,
    read_collection,
)

TEMPORARY = tuple(kind for kind in CollectionKind if kind.temporary)

_IN_ONE_QUERY = 500
"""Parameters; SQLite allows at least 999."""


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
                "INSERT INTO collections"
                " (kind, key, title, model_id, chunk_size, chunk_overlap, chunk_cap, opened)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kind, key) DO UPDATE SET opened = excluded.opened",
                (kind, key, title, _model_id(connection, model), *astuple(settings), self._clock()),
            )
            row = connection.execute(f"{COLLECTION_QUERY} WHERE kind = ? AND key = ?", (kind, key)).fetchone()
            return read_collection(row)

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

    def missing_vectors(self, model: EmbeddingModel, texts: Sequence[str]) -> set[str]:
        by_hash = {text_hash(text): text for text in texts}
        with self._database.transaction() as connection:
            stored = _stored_hashes(connection, _model_id(connection, model), list(by_hash))
        return {text for digest, text in by_hash.items() if digest not in stored}

    def put_document(
        self, collection_id: int, document: Document, chunks: Sequence[EmbeddedChunk], model: EmbeddingModel
    ) -> int:
        with self._database.transaction() as connection:
            model_id = _matching_model(connection, collection_id, model)
            replaced = _delete_document(connection, collection_id, document.uri)
            document_id = _insert_document(connection, collection_id, document, len(chunks))
            _insert_chunks(connection, document_id, chunks)
            _insert_vectors(connection, model_id, chunks)
            _delete_orphans(connection, replaced)
            _changed(connection, collection_id)
            return document_id

    def document(self, document_id: int) -> Document:
        with self._database.transaction() as connection:
            row = connection.execute(
                "SELECT uri, title, markdown, media_type, folder, language, strategy, path, anchors, file_hash, about"
                " FROM documents WHERE id = ?",
                (document_id,),
            ).fetchone()
        if row is None:
            raise NotFoundError("such document", "It may have been replaced or deleted: search again.")
        *texts, anchors, file_hash, about = row
        names = ("uri", "title", "markdown", "media_type", "folder", "language", "strategy", "path")
        return Document(
            **dict(zip(names, texts, strict=True)),
            anchors=read_anchors(anchors),
            file_hash=file_hash,
            about=read_about(about),
        )

    def documents(self, collection_id: int) -> list[tuple[int, str, str]]:
        with self._database.transaction() as connection:
            _collection(connection, collection_id)
            return connection.execute(
                "SELECT id, uri, title FROM documents WHERE collection_id = ? ORDER BY uri", (collection_id,)
            ).fetchall()

    def chunks(self, chunk_ids: Sequence[int]) -> list[StoredChunk]:
        found: dict[int, StoredChunk] = {}
        with self._database.transaction() as connection:
            for ids in _batches(chunk_ids):
                query = f"{CHUNK_COLUMNS} WHERE chunks.id IN ({_marks(ids)})"
                found.update((chunk.id, chunk) for chunk in read_chunks(connection, query, ids))
        return [found[chunk_id] for chunk_id in chunk_ids if chunk_id in found]

    def document_chunks(self, document_id: int) -> list[StoredChunk]:
        with self._database.transaction() as connection:
            if connection.execute("SELECT 1 FROM documents WHERE id = ?", (document_id,)).fetchone() is None:
                raise NotFoundError("such document", "It may have been replaced or deleted: search again.")
            query = f"{CHUNK_COLUMNS} WHERE document_id = ? ORDER BY chunks.id"
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
    _delete_orphans(connection, _delete_document(connection, collection_id, uri))
    _changed(connection, collection_id)


def _delete_document(connection: Connection, collection_id: int, uri: str) -> list[str]:
    """Delete a document and its chunks; the hashes of their texts, whose vectors may have no use any more."""
    hashes = _hashes(connection, "documents.collection_id = ? AND documents.uri = ?", collection_id, uri)
    connection.execute("DELETE FROM documents WHERE collection_id = ? AND uri = ?", (collection_id, uri))
    return hashes


def _changed(connection: Connection, collection_id: int) -> None:
    connection.execute("UPDATE collections SET generation = generation + 1 WHERE id = ?", (collection_id,))


def _collection(connection: Connection, collection_id: int) -> Collection:
    row = connection.execute(f"{COLLECTION_QUERY} WHERE collections.id = ?", (collection_id,)).fetchone()
    if row is None:
        raise NotFoundError("such collection", "It may have been deleted: choose another.")
    return read_collection(row)


def _delete_collection(connection: Connection, collection_id: int) -> None:
    """Documents, chunks and jobs go with their collection; its vectors go unless another one has the same text."""
    hashes = _hashes(connection, "documents.collection_id = ?", collection_id)
    connection.execute("DELETE FROM collections WHERE id = ?", (collection_id,))
    _delete_orphans(connection, hashes)


def _model_id(connection: Connection, model: EmbeddingModel) -> int:
    values = (model.name, model.revision, model.dimension)
    connection.execute("INSERT OR IGNORE INTO models (name, revision, dimension) VALUES (?, ?, ?)", values)
    query = "SELECT id FROM models WHERE name = ? AND revision = ? AND dimension = ?"
    return int(connection.execute(query, values).fetchone()[0])


def _matching_model(connection: Connection, collection_id: int, model: EmbeddingModel) -> int:
    """Vectors of two models cannot be compared: a collection holds those of one."""
    collection = _collection(connection, collection_id)
    model_id = _model_id(connection, model)
    query = "SELECT model_id FROM collections WHERE id = ?"
    if connection.execute(query, (collection_id,)).fetchone()[0] == model_id:
        return model_id
    if collection.documents:
        raise ModelError(
            ErrorCode.MODEL_MISMATCH,
            f"{collection.title} was indexed with {collection.model}, and the model in use is {model.name}.",
            "Delete it and index it again, or go back to its model.",
        )
    connection.execute("UPDATE collections SET model_id = ? WHERE id = ?", (model_id, collection_id))
    return model_id


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


def _insert_chunks(connection: Connection, document_id: int, chunks: Sequence[EmbeddedChunk]) -> None:
    connection.executemany(
        'INSERT INTO chunks (document_id, start, "end", headings, text_hash) VALUES (?, ?, ?, ?, ?)',
        (
            (document_id, item.chunk.start, item.chunk.end, headings_json(item.chunk.headings), text_hash(item.text))
            for item in chunks
        ),
    )


def _insert_vectors(connection: Connection, model_id: int, chunks: Sequence[EmbeddedChunk]) -> None:
    connection.executemany(
        "INSERT OR IGNORE INTO vectors (model_id, text_hash, vector) VALUES (?, ?, ?)",
        (
            (model_id, text_hash(item.text), item.vector.astype("<f4").tobytes())
            for item in chunks
            if item.vector is not None
        ),
    )
    expected = {text_hash(item.text) for item in chunks}
    if expected - _stored_hashes(connection, model_id, list(expected)):
        raise StoreError(ErrorCode.INTERNAL, "Vectors were deleted while this document was indexed.", "Index it again.")


def _hashes(connection: Connection, condition: str, *values: object) -> list[str]:
    query = f"SELECT DISTINCT text_hash FROM chunks JOIN documents ON documents.id = document_id WHERE {condition}"
    return [row[0] for row in connection.execute(query, values)]


def _stored_hashes(connection: Connection, model_id: int, hashes: Sequence[str]) -> set[str]:
    stored: set[str] = set()
    for batch in _batches(hashes):
        query = f"SELECT text_hash FROM vectors WHERE model_id = ? AND text_hash IN ({_marks(batch)})"
        stored.update(row[0] for row in connection.execute(query, (model_id, *batch)))
    return stored


def _delete_orphans(connection: Connection, hashes: Sequence[str]) -> None:
    """Delete vectors of texts that no chunk of any collection has any more."""
    connection.executemany(
        "DELETE FROM vectors WHERE text_hash = ? AND NOT EXISTS"
        " (SELECT 1 FROM chunks WHERE chunks.text_hash = vectors.text_hash)",
        ((digest,) for digest in hashes),
    )


def _batches(values: Sequence[Any]) -> list[Sequence[Any]]:
    return [values[first : first + _IN_ONE_QUERY] for first in range(0, len(values), _IN_ONE_QUERY)]


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
