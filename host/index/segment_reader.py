"""From the database to segments: documents in batches, their chunks turned into terms and vectors."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from host.core.chunks import StoredChunk
from host.core.keyword import Postings, Terms
from host.errors import NotFoundError
from host.index.analyzer import Analyzer
from host.index.database import Connection, Database
from host.index.rows import CHUNK_COLUMNS, read_chunks, read_ids
from host.index.segment import Segment

_BATCH = 200
"""Documents read in one transaction: others may use the database in between."""

_COMPARED = 16
"""Vectors of a segment that are compared with the database's."""


class SegmentReader:
    """Reads one edition of a collection. Not thread-safe."""

    def __init__(self, database: Database, edition: int) -> None:
        self._database = database
        self._edition = edition
        self._analyzers: dict[str, Analyzer] = {}
        with database.transaction() as connection:
            row = connection.execute(
                "SELECT collection_id, model_id, dimension FROM editions JOIN models ON models.id = model_id"
                " WHERE editions.id = ?",
                (edition,),
            ).fetchone()
        if row is None:
            raise NotFoundError("such index", "Another one has just taken its place: try again.")
        self.collection_id, self._model_id, self.dimension = row

    def document_ids(self) -> NDArray[np.int64]:
        """Ascending: higher ids were stored later."""
        with self._database.transaction() as connection:
            return read_ids(connection, "collection_id = ?", (self.collection_id,))

    def having_chunks(self, document_ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """Those of them that have any, ascending."""
        condition = (
            "id IN (SELECT value FROM json_each(?)) AND EXISTS"
            " (SELECT 1 FROM chunks WHERE document_id = documents.id AND edition_id = ?)"
        )
        with self._database.transaction() as connection:
            values = (json.dumps(document_ids.tolist()), self._edition)
            return read_ids(connection, condition, values)

    def segments(self, document_ids: NDArray[np.int64]) -> Iterator[Segment]:
        """Of these documents, in order; documents that went meanwhile are left out."""
        for first in range(0, len(document_ids), _BATCH):
            batch = document_ids[first : first + _BATCH]
            chunks, vectors, languages = self._read([int(number) for number in batch])
            if chunks:
                yield Segment(
                    np.array([chunk.id for chunk in chunks], np.int64),
                    np.array([chunk.document_id for chunk in chunks], np.int64),
                    np.frombuffer(b"".join(vectors), "<f4").reshape(len(chunks), self.dimension),
                    Postings.build([self._terms(chunk, languages[chunk.document_id]) for chunk in chunks]),
                    frozenset(languages.values()),
                )

    def agrees(self, segment: Segment) -> bool:
        """Whether some of its vectors are those of the database, as far as their chunks are still there."""
        rows = np.unique(np.linspace(0, len(segment) - 1, _COMPARED, dtype=np.int64))
        query = (
            "SELECT vector FROM chunks JOIN vectors ON vectors.text_hash = chunks.text_hash AND model_id = ?"
            " WHERE chunks.id = ? AND document_id = ?"
        )
        with self._database.transaction() as connection:
            for row in rows:
                values = (self._model_id, int(segment.chunk_ids[row]), int(segment.document_ids[row]))
                found = connection.execute(query, values).fetchone()
                if found is not None and found[0] != segment.vectors[row].tobytes():
                    return False
        return True

    def analyzer(self, language: str) -> Analyzer:
        if language not in self._analyzers:
            self._analyzers[language] = Analyzer(language)
        return self._analyzers[language]

    def _read(self, document_ids: Sequence[int]) -> tuple[list[StoredChunk], list[bytes], dict[int, str]]:
        marks = ", ".join("?" * len(document_ids))
        with self._database.transaction() as connection:
            query = f"{CHUNK_COLUMNS} WHERE document_id IN ({marks}) AND edition_id = ? ORDER BY chunks.id"
            chunks = list(read_chunks(connection, query, (*document_ids, self._edition)))
            languages = dict(
                connection.execute(f"SELECT id, language FROM documents WHERE id IN ({marks})", document_ids)
            )
            return chunks, self._vectors(connection, marks, document_ids), languages

    def _vectors(self, connection: Connection, marks: str, document_ids: Sequence[int]) -> list[bytes]:
        rows = connection.execute(
            "SELECT vector FROM chunks JOIN vectors ON vectors.text_hash = chunks.text_hash AND model_id = ?"
            f" WHERE document_id IN ({marks}) AND edition_id = ? ORDER BY chunks.id",
            (self._model_id, *document_ids, self._edition),
        )
        return [row[0] for row in rows]

    def _terms(self, stored: StoredChunk, language: str) -> Terms:
        return self.analyzer(language).numbers(searched_text(stored))


def searched_text(stored: StoredChunk) -> str:
    """Title and headings are searched with each chunk: they name what the text only refers to.

    Words of the title count twice.
    """
    return "\n".join((stored.title, stored.title, *stored.chunk.headings, stored.chunk.text))
