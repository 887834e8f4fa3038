"""From a question to the passages that an answer may stand on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Literal

from host.core.answers import Passage, Turn
from host.core.candidates import Candidates, SearchFilter, SearchMode
from host.core.chunks import StoredChunk
from host.core.collections import Collection
from host.core.model_ports import Embedders, Reranker
from host.core.question import identifiers, is_broad, names_any, search_text
from host.core.retrieval import as_passage, fuse, is_relevant, select
from host.core.store_ports import EVERYTHING, Library, SearchIndex
from host.core.vectors import Vector
from host.errors import AmbryError, ErrorCode
from host.service.reranking import READ, rerank

PASSAGES = 8
"""Passages of an answer at most: about 1,500 words, what small local models still read with care."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Passages, best first, or the whole document in reading order."""

    passages: tuple[Passage, ...]
    mode: Literal["document", "passages", "none"]
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Searched:
    """Passages, best first, and all that led to them."""

    passages: tuple[Passage, ...]
    candidates: Candidates
    deciding: tuple[int, ...]
    """Of each passage, the chunk that it was ranked by."""
    fused: Mapping[int, float]
    """Of each candidate chunk."""
    reranked: Mapping[int, float]
    """Of those that a reranker has read."""
    floor: float
    """Of the collection's model; 0 when it was searched by words alone."""
    seconds: dict[str, float]
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Wanted:
    text: str
    limit: int
    budget: int = 0
    """Characters; 0 is no bound."""
    only: SearchFilter = EVERYTHING
    mode: SearchMode = SearchMode.HYBRID
    only_relevant: bool = False
    """Nothing at all rather than passages that are not about it."""


class Retrieve:
    """Finds passages. Blocking work runs in threads."""

    def __init__(self, library: Library, index: SearchIndex, embedders: Embedders, reranker: Reranker) -> None:
        self._library = library
        self._index = index
        self._embedders = embedders
        self._reranker = reranker

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
        self,
        collection: Collection,
        query: str,
        limit: int,
        only: SearchFilter = EVERYTHING,
        mode: SearchMode = SearchMode.HYBRID,
    ) -> Searched:
        """The best passages for a query, however weak: a person who searches judges for themselves."""
        _check_filled(collection)
        return await asyncio.to_thread(self._search, collection, _Wanted(query, limit, only=only, mode=mode))

    def _for_answer(
        self,
        collection: Collection,
        question: str,
        history: Sequence[Turn],
        budget: int,
        whole: bool,
        only: SearchFilter,
    ) -> Retrieved:
        _check_filled(collection)
        broad = is_broad(question)
        if (whole or broad) and collection.documents == 1 and only == EVERYTHING:
            chunks = self._only_document(collection)
            fits = sum(len(chunk.chunk.text) for chunk in chunks) <= budget
            if fits:
                return Retrieved(_numbered(chunks), "document")
            if broad:
                return Retrieved(_numbered(_opening(chunks, budget)), "passages")
        text = search_text(question, history)
        found = self._search(collection, _Wanted(text, PASSAGES, budget, only, only_relevant=not broad))
        return Retrieved(found.passages, "passages" if found.passages else "none", found.notices)

    def _only_document(self, collection: Collection) -> list[StoredChunk]:
        ((document_id, _, _),) = self._library.documents(collection.id)
        return self._library.document_chunks(document_id)

    def _search(self, collection: Collection, wanted: _Wanted) -> Searched:
        """Once more when another edition has come in the collection's place meanwhile: its chunks are other ones."""
        while True:
            try:
                found = self._search_edition(collection, wanted)
            except AmbryError:
                if self._library.edition(collection.id) == collection.edition:
                    raise
            else:
                if self._library.edition(collection.id) == collection.edition:
                    return found
            collection = self._library.collection(collection.id)

    def _search_edition(self, collection: Collection, wanted: _Wanted) -> Searched:
        started, text, mode = perf_counter(), wanted.text, wanted.mode
        embedder = self._embedders.of(collection) if mode is not SearchMode.KEYWORD else None
        vector = embedder.embed_question(text) if embedder else None
        floor = embedder.model.floor if embedder else 0.0
        embedded = perf_counter()
        candidates = self._index.candidates(collection.id, text, vector, only=wanted.only, mode=mode)
        fusing = perf_counter()
        fused = {scored.chunk_id: scored.score for scored in fuse(candidates)}
        relevant = not wanted.only_relevant or is_relevant(candidates, floor) or self._has_named(text, list(fused))
        reading = perf_counter()
        first = self._library.chunks(list(fused)[:READ]) if relevant else []
        reranking = perf_counter()
        order = rerank(self._reranker, text, first, fused)
        choosing = perf_counter()
        read: list[StoredChunk] = []
        ranked = self._read(order.chunks, list(fused)[READ:] if relevant else [], read)
        chosen = select(((stored, order.scores[stored.id]) for stored in ranked), wanted.limit, wanted.budget)
        seconds = {
            "embed the question": embedded - started,
            "search by words": candidates.keyword_seconds,
            "search by meaning": candidates.dense_seconds,
            "fuse": reading - fusing,
            **({"rerank": choosing - reranking} if order.read else {}),
            "read and choose": perf_counter() - choosing + reranking - reading,
            "in all": perf_counter() - started,
        }
        notices = _by_words_alone(collection, vector, mode), order.notice
        return Searched(
            tuple(chosen),
            candidates,
            _deciding(chosen, read, order.scores),
            fused,
            order.read,
            floor,
            seconds,
            tuple(notice for notice in notices if notice),
        )

    def _has_named(self, question: str, chunk_ids: Sequence[int]) -> bool:
        """Whether what was asked for by its exact name is here: embeddings know nothing of error codes."""
        wanted = identifiers(question)
        chunks = self._library.chunks(chunk_ids) if wanted else []
        return any(names_any(stored.chunk.text, wanted) for stored in chunks)

    def _read(
        self, first: Sequence[StoredChunk], others: Sequence[int], read: list[StoredChunk]
    ) -> Iterator[StoredChunk]:
        """The first and then the others, from the store only as far as they are wanted; what was is in `read`."""
        for stored in first:
            read.append(stored)
            yield stored
        for at in range(0, len(others), READ):
            for stored in self._library.chunks(others[at : at + READ]):
                read.append(stored)
                yield stored


def _check_filled(collection: Collection) -> None:
    if collection.chunks == 0:
        raise AmbryError(
            ErrorCode.EMPTY_COLLECTION,
            f"Nothing of {collection.title} is indexed yet.",
            "Wait until the first pages are in, or look at its job for the reasons.",
        )


def _by_words_alone(collection: Collection, vector: Vector | None, mode: SearchMode) -> str:
    if vector is not None or mode is SearchMode.KEYWORD:
        return ""
    return (
        f"{collection.title} was indexed with {collection.model}, which is not on this computer any more: it was "
        "searched by words alone. Index it anew with the model in use."
    )


def _deciding(
    passages: Sequence[Passage], chunks: Sequence[StoredChunk], scores: Mapping[int, float]
) -> tuple[int, ...]:
    """A passage may be joined from several chunks: it has the score of the best."""
    by_score = {(chunk.document_id, scores[chunk.id]): chunk.id for chunk in reversed(chunks)}
    return tuple(by_score[passage.document_id, passage.score] for passage in passages)


def _numbered(chunks: Sequence[StoredChunk]) -> tuple[Passage, ...]:
    return tuple(as_passage(n, stored, 1.0) for n, stored in enumerate(chunks, start=1))


def _opening(chunks: Sequence[StoredChunk], budget: int) -> list[StoredChunk]:
    """What says most about a document too long to read whole: the start of each section, as far as there is room."""
    opening: list[StoredChunk] = []
    seen: set[tuple[str, ...]] = set()
    for stored in chunks:
        if stored.chunk.headings in seen:
            continue
        seen.add(stored.chunk.headings)
        budget -= len(stored.chunk.text)
        if budget >= 0:
            opening.append(stored)
    return opening[:PASSAGES]
