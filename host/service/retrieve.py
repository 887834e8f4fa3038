"""From a question to the passages that an answer may stand on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from host.core.ports import Embedder, Library, SearchIndex
from host.core.question import identifiers, is_broad, names_any, search_text
from host.core.retrieval import fuse, is_relevant, select
from host.core.types import Collection, Passage, StoredChunk, Turn
from host.errors import AmbryError, ErrorCode, ModelError

PASSAGES = 8
"""Passages of an answer at most: about 1,500 words, what small local models still read with care."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Passages, best first, or the whole document in reading order."""

    passages: tuple[Passage, ...]
    mode: Literal["document", "passages", "none"]


class Retrieve:
    """Finds passages. Blocking work runs in threads."""

    def __init__(self, library: Library, index: SearchIndex, embedder: Embedder) -> None:
        self._library = library
        self._index = index
        self._embedder = embedder

    async def for_answer(
        self, collection: Collection, question: str, history: Sequence[Turn], budget: int, whole: bool
    ) -> Retrieved:
        """What a provider with room for `budget` characters should read.

        `whole` is whether the provider reads a whole document better than the passages chosen from it.
        """
        return await asyncio.to_thread(self._for_answer, collection, question, history, budget, whole)

    async def for_search(self, collection: Collection, query: str, limit: int) -> tuple[Passage, ...]:
        """The best passages for a query, however weak: a person who searches judges for themselves."""
        return await asyncio.to_thread(self._search, collection, query, limit, 0, False)

    def _for_answer(
        self, collection: Collection, question: str, history: Sequence[Turn], budget: int, whole: bool
    ) -> Retrieved:
        if collection.chunks == 0:
            raise AmbryError(
                ErrorCode.EMPTY_COLLECTION,
                f"Nothing of {collection.title} is indexed yet.",
                "Wait until the first pages are in, or look at its job for the reasons.",
            )
        broad = is_broad(question)
        if (whole or broad) and collection.documents == 1:
            chunks = self._only_document(collection)
            fits = sum(len(chunk.chunk.text) for chunk in chunks) <= budget
            if fits:
                return Retrieved(_numbered(chunks), "document")
            if broad:
                return Retrieved(_numbered(_opening(chunks, budget)), "passages")
        passages = self._search(collection, search_text(question, history), PASSAGES, budget, not broad)
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
        self, collection: Collection, text: str, limit: int, budget: int, only_relevant: bool
    ) -> tuple[Passage, ...]:
        self._check_model(collection)
        vector = self._embedder.embed_question(text)
        candidates = self._index.candidates(collection.id, text, vector)
        ranked = fuse(candidates)
        scores = {scored.chunk_id: scored.score for scored in ranked}
        chunks = self._library.chunks([scored.chunk_id for scored in ranked])
        if only_relevant and not (is_relevant(candidates, self._embedder.model.floor) or _named(text, chunks)):
            return ()
        return tuple(select([(chunk, scores[chunk.id]) for chunk in chunks], limit, budget))


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
