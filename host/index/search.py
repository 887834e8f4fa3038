"""Dense and keyword search in memory, derived from the store and brought up to date when that has changed."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from host.core.keyword import KeywordIndex, Terms, best
from host.core.types import Candidates, Matrix, Scored, StoredChunk, Vector
from host.errors import ErrorCode, ModelError, NotFoundError
from host.index.analyzer import Analyzer
from host.index.database import Connection, Database
from host.index.rows import CHUNK_COLUMNS, read_chunks


@dataclass(frozen=True, slots=True)
class _Part:
    """What one document adds. Documents never change: a new version is a new document."""

    chunk_ids: NDArray[np.int64]
    vectors: Matrix
    terms: tuple[Terms, ...]
    language: str


class _CollectionIndex:
    """The search structures of one collection, at one generation."""

    def __init__(self) -> None:
        self.generation = -1
        self.dimension = 0
        self._parts: dict[int, _Part] = {}
        self._vocabulary: dict[str, int] = {}
        self._analyzers: dict[str, Analyzer] = {}

    def update(self, connection: Connection, collection_id: int) -> None:
        """Read documents that are new, drop those that are gone, and join what there is."""
        model_id, self.dimension = connection.execute(
            "SELECT model_id, dimension FROM collections JOIN models ON models.id = model_id WHERE collections.id = ?",
            (collection_id,),
        ).fetchone()
        rows = connection.execute(
            "SELECT id, language FROM documents WHERE collection_id = ? ORDER BY id", (collection_id,)
        ).fetchall()
        self._parts = {
            document_id: self._parts.get(document_id) or self._read(connection, document_id, language, model_id)
            for document_id, language in rows
        }
        self._join()

    def search(self, question: str, vector: Vector, limit: int) -> Candidates:
        terms = self._question_terms(question)
        keyword = self._keyword.search(terms, limit)
        return Candidates(
            dense=self._scored(best(self._matrix @ vector, limit)),
            keyword=self._scored(keyword),
            coverage=max((self._keyword.coverage(terms, row) for row, _ in keyword[:10]), default=0.0),
        )

    def _question_terms(self, question: str) -> list[int]:
        """As the texts of each language have them; those that no text has still count in the coverage."""
        words: Counter[str] = Counter()
        for language in {part.language for part in self._parts.values()}:
            words |= Counter(self._analyzer(language).terms(question))
        numbers = {word: self._vocabulary.get(word, len(self._vocabulary) + n) for n, word in enumerate(words)}
        return [numbers[word] for word in words.elements()]

    def _scored(self, found: list[tuple[int, float]]) -> tuple[Scored, ...]:
        return tuple(Scored(int(self._chunk_ids[row]), score) for row, score in found)

    def _join(self) -> None:
        parts = list(self._parts.values())
        self._chunk_ids = np.concatenate([np.zeros(0, np.int64), *(part.chunk_ids for part in parts)])
        self._matrix = np.concatenate([np.zeros((0, self.dimension), np.float32), *(part.vectors for part in parts)])
        # Each part keeps a view of the joint matrix, or every vector would be held twice.
        ends = np.cumsum([len(part.vectors) for part in parts])
        views = (self._matrix[end - len(part.vectors) : end] for part, end in zip(parts, ends, strict=True))
        self._parts = {
            number: replace(part, vectors=view) for (number, part), view in zip(self._parts.items(), views, strict=True)
        }
        self._keyword = KeywordIndex([terms for part in parts for terms in part.terms], len(self._vocabulary))

    def _read(self, connection: Connection, document_id: int, language: str, model_id: int) -> _Part:
        chunks = list(read_chunks(connection, f"{CHUNK_COLUMNS} WHERE document_id = ? ORDER BY id", [document_id]))
        vectors = connection.execute(
            "SELECT vector FROM chunks JOIN vectors ON vectors.text_hash = chunks.text_hash AND model_id = ?"
            " WHERE document_id = ? ORDER BY chunks.id",
            (model_id, document_id),
        )
        analyzer = self._analyzer(language)
        return _Part(
            np.array([chunk.id for chunk in chunks], np.int64),
            np.frombuffer(b"".join(row[0] for row in vectors), "<f4").reshape(len(chunks), self.dimension),
            tuple(self._numbered(analyzer.terms(_keyword_text(chunk))) for chunk in chunks),
            language,
        )

    def _numbered(self, words: list[str]) -> Terms:
        return np.array([self._vocabulary.setdefault(word, len(self._vocabulary)) for word in words], np.int32)

    def _analyzer(self, language: str) -> Analyzer:
        if language not in self._analyzers:
            self._analyzers[language] = Analyzer(language)
        return self._analyzers[language]


class MemorySearch:
    """Implements the port `SearchIndex`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._collections: dict[int, _CollectionIndex] = {}

    def candidates(self, collection_id: int, question: str, vector: Vector, limit: int = 50) -> Candidates:
        with self._lock:
            index = self._current(collection_id)
            if index.dimension != len(vector):
                raise ModelError(
                    ErrorCode.MODEL_MISMATCH,
                    f"The index has {index.dimension} dimensions and the model in use {len(vector)}.",
                    "Delete the collection and index it again, or go back to its model.",
                )
            return index.search(question, vector, limit)

    def _current(self, collection_id: int) -> _CollectionIndex:
        with self._database.transaction() as connection:
            row = connection.execute("SELECT generation FROM collections WHERE id = ?", (collection_id,)).fetchone()
            if row is None:
                self._collections.pop(collection_id, None)
                raise NotFoundError("such collection", "It may have been deleted: choose another.")
            index = self._collections.setdefault(collection_id, _CollectionIndex())
            if index.generation != row[0]:
                index.update(connection, collection_id)
                index.generation = row[0]
            return index


def _keyword_text(stored: StoredChunk) -> str:
    """Title and headings are searched with each chunk: they name what the text only refers to."""
    return "\n".join((stored.title, *stored.chunk.headings, stored.chunk.text))
