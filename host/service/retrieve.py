"""From a question to the passages that an answer may stand on."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Literal

from host.core.ports import EVERYTHING, Embedder, Library, SearchIndex
from host.core.question import identifiers, is_broad, names_any, search_text
from host.core.retrieval import fuse, is_relevant, select
from host.core.types import Candidates, Collection, Passage, SearchFilter, StoredChunk, Turn
from host.errors import AmbryError, ErrorCode, ModelError

PASSAGES = 8
"""Passages of an answer at most: about 1,500 words, what small local models still read with care."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Passages, best first, or the whole document in reading order."""

    passages: tuple[Passage, ...]
    mode: Literal["document", "passages", "none"]


@dataclass(frozen=True, slots=True)
class Searched:
    """Passages, best first, and all that led to them."""

    passages: tuple[Passage, ...]
    candidates: Candidates
    deciding: tuple[int, ...]
    """Of each passage, the chunk that it was ranked by."""
    seconds: dict[str, float]


class Retrieve:
    """Finds passages. Blocking work runs in threads."""

    def __init__(self, library: Library, index: SearchIndex, embedder: Embedder) -> None:
        self._library = library
        self._index = index
        self._embedder = embedder

    async def for_answer(
        self,
        collection: Collection,
        question: str,
        history: Sequence[Turn],
        budget: int,
        whole: bool,
        only: SearchFilter = EVERYTHING,
    ) -> Retrieved:
        """What a provider with room for `budget` characters should read.

        `whole` is whether the provider reads a whole document better than the passages chosen from it.
        """
        return await asyncio.to_thread(self._for_answer, collection, question, history, budget, whole, only)

    async def for_search(
        self, collection: Collection, query: str, limit: int, only: SearchFilter = EVERYTHING
    ) -> Searched:
        """The best passages for a query, however weak: a person who searches judges for themselves."""
        return await asyncio.to_thread(self._search, collection, query, limit, 0, only, only_relevant=False)

    def _for_answer(
        self,
        collection: Collection,
        question: str,
        history: Sequence[Turn],
        budget: int,
        whole: bool,
        only: SearchFilter,
    ) -> Retrieved:
        if collection.chunks == 0:
            raise AmbryError(
                ErrorCode.EMPTY_COLLECTION,
                f"Nothing of {collection.title} is indexed yet.",
                "Wait until the first pages are in, or look at its job for the reasons.",
            )
        broad = is_broad(question)
        if (whole or broad) and collection.documents == 1 and only == EVERYTHING:
            chunks = self._only_document(collection)
            fits = sum(len(chunk.chunk.text) for chunk in chunks) <= budget
            if fits:
                return Retrieved(_numbered(chunks), "document")
            if broad:
                return Retrieved(_numbered(_opening(chunks, budget)), "passages")
        text = search_text(question, history)
        passages = self._search(collection, text, PASSAGES, budget, only, only_relevant=not broad).passages
        return Retrieved(passages, "passages" if passages else "none")

    def _only_document(self, collection: Collection) -> list[StoredChunk]:
        ((document_id, _, _),) = self._library.documents(collection.id)
        return self._library.document_chunks(document_id)

    def _check_model(self, collection: Collection) -> None:
        """Vectors of two models may have the same length and still mean nothing to each other."""
        if collection.model != self._embedder.model.name:
            raise ModelError(
                ErrorCode.MODEL_MISMATCH,
                f"{collection.title} was indexed with {collection.model}; the model in use is "
                f"{self._embedder.model.name}.",
                "Delete it and index it again, or go back to its model.",
            )

    def _search(
        self, collection: Collection, text: str, limit: int, budget: int, only: SearchFilter, *, only_relevant: bool
    ) -> Searched:
        self._check_model(collection)
        started = perf_counter()
        vector = self._embedder.embed_question(text)
        embedded = perf_counter()
        candidates = self._index.candidates(collection.id, text, vector, only=only)
        ranked = fuse(candidates)
        scores = {scored.chunk_id: scored.score for scored in ranked}
        reading = perf_counter()
        chunks = self._library.chunks([scored.chunk_id for scored in ranked])
        chosen: Sequence[Passage] = ()
        if not only_relevant or is_relevant(candidates, self._embedder.model.floor) or _named(text, chunks):
            chosen = select([(chunk, scores[chunk.id]) for chunk in chunks], limit, budget)
        seconds = {
            "embed the question": embedded - started,
            "search by words": candidates.keyword_seconds,
            "search by meaning": candidates.dense_seconds,
            "read and choose": perf_counter() - reading,
            "in all": perf_counter() - started,
        }
        return Searched(tuple(chosen), candidates, _deciding(chosen, chunks, scores), seconds)


def _deciding(
    passages: Sequence[Passage], chunks: Sequence[StoredChunk], scores: Mapping[int, float]
) -> tuple[int, ...]:
    """A passage may be joined from several chunks: it has the score of the best."""
    by_score = {(chunk.document_id, scores[chunk.id]): chunk.id for chunk in reversed(chunks)}
    return tuple(by_score[passage.document_id, passage.score] for passage in passages)


def _named(question: str, chunks: Sequence[StoredChunk]) -> bool:
    """Whether what was asked for by its exact name is here: embeddings know nothing of error codes."""
    wanted = identifiers(question)
    return any(names_any(stored.chunk.text, wanted) for stored in chunks)


def _numbered(chunks: Sequence[StoredChunk]) -> tuple[Passage, ...]:
    return tuple(
        Passage(n, stored.chunk, 1.0, stored.document_id, stored.uri, stored.title, stored.media_type, stored.anchors)
        for n, stored in enumerate(chunks, start=1)
    )


def _opening(chunks: Sequence[StoredChunk], budget: int) -> list[StoredChunk]:
    """What says most about a document too long to read whole: the start of each section, as far as there is room."""
    opening: list[StoredChunk] = []
    seen: set[tuple[str, ...]] = set()
    for stored in chunks:
        budget -= len(stored.chunk.text)
        if stored.chunk.headings not in seen and budget >= 0:
            opening.append(stored)
        seen.add(stored.chunk.headings)
    return opening[:PASSAGES]
