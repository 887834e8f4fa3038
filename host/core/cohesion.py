"""How much what stands before a place of a text and what stands after it are about the same.

After Hearst's TextTiling (1997): two windows, compared by the words that they share. Words are the tokens of the
embedding model, so that it works in any language; those that much of the text has count little.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

_WINDOW = 60
"""Tokens on each side: two or three sentences. Measured with tests/benchmarks/chunking.py."""

_EXTREME = 2.0
"""Deviations; more says no more. One place in a monotonous text would otherwise outweigh everything."""


def cohesion(parts: Sequence[NDArray[np.int64]]) -> list[float]:
    """For each part of a text, given as token ids: how well it goes on from those before it.

    Standardised: 0 is usual for this text, 1 is one deviation more. The first part has 0.
    """
    words = [frozenset(part.tolist()) for part in parts]
    weights = _weights(words)
    lengths = [len(part) for part in parts]
    before = [_window(words, lengths, range(at - 1, -1, -1)) for at in range(1, len(words))]
    after = [_window(words, lengths, range(at, len(words))) for at in range(1, len(words))]
    values = [_likeness(*windows, weights) for windows in zip(before, after, strict=True)]
    return [0.0, *_standardised(values)] if parts else []


def _weights(words: Sequence[frozenset[int]]) -> dict[int, float]:
    """The square of the inverse frequency: rare words tell a subject, the others are everywhere."""
    frequency = Counter(word for part in words for word in part)
    return {word: math.log((len(words) + 1) / (count + 0.5)) ** 2 for word, count in frequency.items()}


def _window(words: Sequence[frozenset[int]], lengths: Sequence[int], order: Iterable[int]) -> set[int]:
    found: set[int] = set()
    size = 0
    for at in order:
        found |= words[at]
        size += lengths[at]
        if size >= _WINDOW:
            break
    return found


def _likeness(before: set[int], after: set[int], weights: dict[int, float]) -> float:
    """The weighted cosine of two sets, 0 to 1."""
    whole = math.sqrt(sum(weights[word] for word in before) * sum(weights[word] for word in after))
    return sum(weights[word] for word in before & after) / whole if whole else 0.0


def _standardised(values: Sequence[float]) -> list[float]:
    deviation = float(np.std(values)) if values else 0.0
    mean = float(np.mean(values)) if values else 0.0
    return [min(max((value - mean) / deviation, -_EXTREME), _EXTREME) if deviation else 0.0 for value in values]
