"""The sources' own words as the answer: needs no language model, and is always ready."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import numpy as np

from host.core.answers import Piece, Prompt, ProviderStatus
from host.core.model_ports import Embedders
from host.core.question import is_broad, search_text
from host.core.quotes import Candidate, candidates, choose, likely, quotation, represent

_INTRODUCTION = "From your sources, word for word:\n\n"
_EMBEDDED = 64
"""Candidates at most that are embedded for one answer: under a second on two processor cores."""


class Extractive:
    name = "extractive"
    label = "Quotes from your sources"
    cloud = False
    budget = 24_000
    """Characters: about a dozen passages, from which a few sentences are chosen."""

    def __init__(self, embedders: Embedders) -> None:
        self._embedders = embedders

    async def status(self) -> ProviderStatus:
        return ProviderStatus(True)

    async def answer(self, prompt: Prompt, model: str) -> AsyncGenerator[Piece, None]:
        """Quote by quote, each with its citation. `model` has no meaning here."""
        chosen = await asyncio.to_thread(self._chosen, prompt)
        if chosen:
            yield Piece(_INTRODUCTION)
        for candidate in chosen:
            yield Piece(quotation(candidate) + "\n\n")

    def _chosen(self, prompt: Prompt) -> list[Candidate]:
        question = search_text(prompt.question, prompt.history)
        found = likely(candidates(prompt.passages, prompt.question), question, _EMBEDDED)
        if not found:
            return []
        embedder = self._embedders.current
        vectors = np.asarray(embedder.embed_passages([candidate.context for candidate in found]))
        if is_broad(prompt.question):
            return represent(found, vectors)
        return choose(found, vectors, question, embedder.embed_question(question))
