"""Dense and keyword search, derived from the store and brought up to date when that has changed."""

from __future__ import annotations

import re
import shutil
import threading
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import Path
from time import perf_counter

import numpy as np

from host.core.candidates import Candidates, SearchFilter, SearchMode
from host.core.chunks import StoredChunk
from host.core.store_ports import EVERYTHING
from host.core.vectors import Vector
from host.errors import ErrorCode, ModelError, NotFoundError
from host.index.analyzer import words
from host.index.collection_index import CollectionIndex, Narrowed, Sizes
from host.index.database import Database
from host.index.filtered import documents_left
from host.index.rows import CHUNK_COLUMNS, read_chunks
from host.index.segment_reader import SegmentReader, searched_text

_QUOTED = re.compile(r'["“”„«»]([^"“”„«»]{2,})["“”«»]')
_MARKUP = re.compile(r"[*`\s]+")

_FILTERS = 8
"""That are remembered of each collection: who asks within a folder asks again, and each takes a megabyte for half a
million chunks."""

_WISHED = 0.1
"""Share of a question's words that is in quotes, at least, where quotes are a wish to find just that. In a page of text
that is put in place of a question they are its author's."""

_READ_FOR_PHRASE = 300
"""Chunks with all words of a phrase, best first, that are read to see whether they have it just so."""


class LocalSearch:
    """Implements the port `SearchIndex`. What lies in its folder may be deleted at any time."""

    def __init__(self, database: Database, folder: Path, sizes: Sizes | None = None) -> None:
        self._database = database
        self._folder = folder
        self._sizes = sizes or Sizes()
        self._lock = threading.Lock()
        self._open: dict[int, _Open] = {}

    def candidates(
        self,
        collection_id: int,
        question: str,
        vector: Vector | None,
        limit: int = 50,
        only: SearchFilter = EVERYTHING,
        mode: SearchMode = SearchMode.HYBRID,
    ) -> Candidates:
        with self._lock:
            index = self._current(collection_id)
            if vector is not None and index.dimension != len(vector):
                raise ModelError(
                    ErrorCode.MODEL_MISMATCH,
                    f"The index has {index.dimension} dimensions and the model in use {len(vector)}.",
                    "Delete the collection and index it again, or go back to its model.",
                )
            return index.search(question, vector, limit, only, mode)

    def prepare(self, edition: int) -> None:
        with self._database.transaction() as connection:
            query = "SELECT generation FROM collections JOIN editions ON collection_id = collections.id"
            row = connection.execute(f"{query} WHERE editions.id = ?", (edition,)).fetchone()
        if row is not None:
            index = _Open(self._database, edition, self._folder / str(edition), self._sizes)
            index.update(row[0])  # outside of the lock: questions to the other edition go on
            with self._lock:
                self._open[edition] = index

    def forget(self) -> None:
        with self._lock:
            with self._database.transaction() as connection:
                known = {row[0] for row in connection.execute("SELECT id FROM editions")}
            for gone in set(self._open) - known:
                del self._open[gone]
            for folder in self._folder.glob("*"):
                if folder.name not in map(str, known):
                    shutil.rmtree(folder, ignore_errors=True)

    def _current(self, collection_id: int) -> _Open:
        with self._database.transaction() as connection:
            row = connection.execute(
                "SELECT generation, edition_id FROM collections WHERE id = ?", (collection_id,)
            ).fetchone()
        if row is None:
            raise NotFoundError("such collection", "It may have been deleted: choose another.")
        generation, edition = row
        index = self._open.get(edition)
        if index is None:
            index = _Open(self._database, edition, self._folder / str(edition), self._sizes)
            self._open[edition] = index
        if index.generation != generation:
            index.update(generation)
        return index


class _Open:
    """One edition's structures and what it takes to ask them."""

    def __init__(self, database: Database, edition: int, folder: Path, sizes: Sizes) -> None:
        self.generation = -1
        self._database = database
        self._reader = SegmentReader(database, edition)
        self.structures = CollectionIndex(self._reader, folder, sizes)
        self.dimension = self._reader.dimension
        # Of a function of its own: a method would hold on to this, and with it to files that are to be deleted.
        self._narrowed = lru_cache(_FILTERS)(partial(_narrowed, database, self._reader.collection_id, self.structures))

    def update(self, generation: int) -> None:
        self.structures.update()
        self._narrowed.cache_clear()
        self.generation = generation

    def search(
        self, question: str, vector: Vector | None, limit: int, only: SearchFilter, mode: SearchMode
    ) -> Candidates:
        started = perf_counter()
        keyword, terms = self.structures.keyword, self._terms(question)
        allowed = self._phrases(question, None if only == EVERYTHING else self._narrowed(only))
        rows = [] if mode is SearchMode.SEMANTIC else keyword.search(terms, limit, allowed.rows if allowed else None)
        between = perf_counter()
        wanted = None if mode is SearchMode.KEYWORD else vector
        dense = () if wanted is None else self.structures.dense(wanted, limit, allowed)
        seconds = perf_counter() - between, between - started
        return self.structures.compared(terms, wanted, dense, self.structures.scored(rows), *seconds)

    def _terms(self, text: str) -> Counter[int]:
        """As the texts of each language have them; a word that no text has is asked for in one form."""
        analyzers = [self._reader.analyzer(language) for language in sorted(self.structures.languages)]
        terms: Counter[int] = Counter()
        for word in words(text):
            # What tells nothing in one language would be the rarest word of all to the texts of another.
            if not any(analyzer.stops(word) for analyzer in analyzers):
                forms = {analyzer.number(word) for analyzer in analyzers}
                terms.update([form for form in forms if self.structures.keyword.knows(form)] or list(forms)[:1])
        return terms

    def _phrases(self, question: str, allowed: Narrowed | None) -> Narrowed | None:
        """Narrowed to what has all words in quotes just so; left as it is when nothing has them."""
        phrases = [phrase for phrase in _QUOTED.findall(question) if self._terms(phrase)]
        words = " ".join(phrases)
        if not phrases or self._terms(words).total() < _WISHED * self._terms(question).total():
            return allowed
        keyword = self.structures.keyword
        having = np.zeros(self.structures.rows, np.bool_)
        for language in self.structures.languages:
            having[keyword.having(self._reader.analyzer(language).numbers(words).tolist())] = True
        if allowed is not None:
            having &= allowed.rows
        likely = self.structures.scored(keyword.search(self._terms(words), _READ_FOR_PHRASE, having))
        exact = [stored.id for stored in self._chunks([item.chunk_id for item in likely]) if _has(stored, phrases)]
        return self.structures.narrowed(self.structures.rows_of_chunks(np.array(exact, np.int64))) if exact else allowed

    def _chunks(self, chunk_ids: Sequence[int]) -> list[StoredChunk]:
        marks = ", ".join("?" * len(chunk_ids))
        with self._database.transaction() as connection:
            return list(read_chunks(connection, f"{CHUNK_COLUMNS} WHERE chunks.id IN ({marks})", chunk_ids))


def _narrowed(database: Database, collection_id: int, structures: CollectionIndex, only: SearchFilter) -> Narrowed:
    with database.transaction() as connection:
        documents = documents_left(connection, collection_id, only)
    return structures.narrowed(structures.rows_of_documents(documents))


def _has(stored: StoredChunk, phrases: Sequence[str]) -> bool:
    text = _plain(searched_text(stored))
    return all(_plain(phrase).strip() in text for phrase in phrases)


def _plain(text: str) -> str:
    """Without markup, line breaks and capitals."""
    return _MARKUP.sub(" ", unicodedata.normalize("NFKC", text)).casefold()
