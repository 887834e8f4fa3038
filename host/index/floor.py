"""The relevance floor of a model that nobody measured: how near unrelated texts come, by sample texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from host.core.vectors import Matrix, Vector
from host.index.sample_texts import CHECK

_ABOVE = 3.6
"""Deviations above the mean of unrelated pairs: there lies the floor that was measured for MiniLM on public
collections, whose questions meet far more texts than these samples."""

_LEAST, _MOST = 0.1, 0.9


class Embeds(Protocol):
    def embed_passages(self, texts: Sequence[str]) -> Matrix: ...

    def embed_question(self, text: str) -> Vector: ...


def measure_floor(embedder: Embeds) -> float:
    """A cosine that a question reaches with hardly any text on another subject."""
    texts = [text for text in CHECK if "\n\n" not in text]
    passages = embedder.embed_passages(texts)
    questions = np.stack([embedder.embed_question(_opening(text)) for text in texts])
    unrelated = (questions @ passages.T)[~np.eye(len(texts), dtype=np.bool_)]
    floor = float(unrelated.mean() + _ABOVE * unrelated.std())
    return round(min(max(floor, _LEAST), _MOST), 3)


def _opening(text: str) -> str:
    """As long as a question."""
    return " ".join(text.split()[:8])
