"""What turns texts into vectors, for stacks that are given one batch of token ids at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from host.index.batches import token_batches
from host.index.openvino_model import token_ids

Embed = Callable[[list[str]], np.ndarray[Any, Any]]
"""Texts to (texts, dimension), normalised."""


def batched(vectors: Callable[[Sequence[Sequence[int]]], Any], tokenizer: Any, budget: int) -> Embed:
    """Sorted by length, in batches of at most `budget` tokens, as the product does it."""

    def embed(texts: list[str]) -> np.ndarray[Any, Any]:
        ids = token_ids(tokenizer, texts)
        found: dict[int, Any] = {}
        for batch in token_batches([len(tokens) for tokens in ids], budget):
            found |= zip(batch, vectors([ids[index] for index in batch]), strict=True)
        return np.stack([found[index] for index in range(len(texts))])

    return embed
