"""Chunks and vectors on their way into the database and out of it. A vector is shared by all that have its text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from host.core.chunks import EmbeddedChunk
from host.core.documents import text_hash
from host.errors import ErrorCode, ModelError
from host.index.database import Connection
from host.index.rows import headings_json

_IN_ONE_QUERY = 500
"""Parameters; SQLite allows at least 999."""

_ORPHAN = """
DELETE FROM vectors WHERE text_hash = ? AND NOT EXISTS (
    SELECT 1 FROM chunks JOIN editions ON editions.id = edition_id
    WHERE chunks.text_hash = vectors.text_hash AND editions.model_id = vectors.model_id
)"""


def insert_chunks(connection: Connection, edition: int, document_id: int, chunks: Sequence[EmbeddedChunk]) -> None:
    """With their vectors. Raises ModelError for vectors that are not of the edition's model."""
    query = "SELECT model_id, dimension FROM editions JOIN models ON models.id = model_id WHERE editions.id = ?"
    model_id, dimension = connection.execute(query, (edition,)).fetchone()
    _check(chunks, dimension)
    connection.executemany(
        'INSERT INTO chunks (edition_id, document_id, start, "end", headings, opening, text_hash)'
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (edition, document_id, chunk.start, chunk.end, headings_json(chunk.headings), chunk.opening, digest)
            for item in chunks
            for chunk, digest in [(item.chunk, text_hash(item.text))]
        ),
    )
    _insert_vectors(connection, model_id, chunks)


def have_vectors(connection: Connection, edition: int, chunks: Sequence[EmbeddedChunk]) -> bool:
    """Whether those that come without a vector find it stored: the document that they share it with may have gone."""
    (model_id,) = connection.execute("SELECT model_id FROM editions WHERE id = ?", (edition,)).fetchone()
    awaited = {text_hash(item.text) for item in chunks if item.vector is None}
    return awaited == stored_hashes(connection, model_id, list(awaited))


def stored_hashes(connection: Connection, model_id: int, hashes: Sequence[str]) -> set[str]:
    """Those of `hashes` whose texts this model has embedded."""
    stored: set[str] = set()
    for batch in batches(hashes):
        query = f"SELECT text_hash FROM vectors WHERE model_id = ? AND text_hash IN ({marks(batch)})"
        stored.update(row[0] for row in connection.execute(query, (model_id, *batch)))
    return stored


def delete_orphans(connection: Connection, hashes: Sequence[str]) -> None:
    """Delete vectors of these texts that no chunk of any edition of their model has any more."""
    connection.executemany(_ORPHAN, ((digest,) for digest in hashes))


def batches(values: Sequence[Any]) -> list[Sequence[Any]]:
    return [values[first : first + _IN_ONE_QUERY] for first in range(0, len(values), _IN_ONE_QUERY)]


def marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def _check(chunks: Sequence[EmbeddedChunk], dimension: int) -> None:
    vectors = [item.vector for item in chunks if item.vector is not None]
    if any(vector.shape != (dimension,) for vector in vectors):
        raise ModelError(
            ErrorCode.MODEL_MISMATCH,
            f"The embedding model gave {len(vectors[0])} numbers for a passage, and the index has {dimension}.",
            "Index the collection anew with the model in use.",
        )
    if not all(np.isfinite(vector).all() for vector in vectors):
        raise ModelError(
            ErrorCode.MODEL_MISSING,
            "The embedding model gave numbers that are none.",
            "Copy the model's folder again, whole, or choose another model.",
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
