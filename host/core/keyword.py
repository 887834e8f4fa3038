"""BM25 over lists of terms: an inverted index in a few flat arrays.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the idf of Lucene's
BM25Similarity: ln(1 + (N - n + 0.5) / (n + 0.5)), which is never negative.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Terms = NDArray[np.int32]
"""Numbers of terms, in order and with repetitions."""

_K1 = 1.5
_B = 0.75
"""The usual values for prose."""


class KeywordIndex:
    """Rows are texts. Only the postings of a question's terms are read to score them."""

    def __init__(self, rows: Sequence[Terms], vocabulary_size: int) -> None:
        self._lengths = np.fromiter((len(row) for row in rows), np.int64, len(rows))
        terms = np.concatenate([np.zeros(0, np.int32), *rows]).astype(np.int64)
        owners = np.repeat(np.arange(len(rows), dtype=np.int64), self._lengths)
        # One number for a term in a row: sorting brings the rows of a term together, counting gives frequencies.
        pairs, frequencies = np.unique(terms * max(len(rows), 1) + owners, return_counts=True)
        self._rows = (pairs % max(len(rows), 1)).astype(np.int32)
        self._frequencies = frequencies.astype(np.float32)
        self._starts = np.searchsorted(pairs, np.arange(vocabulary_size + 1, dtype=np.int64) * max(len(rows), 1))
        mean = self._lengths.mean() if len(terms) else 1.0
        self._length_norms = (_K1 * (1 - _B + _B * self._lengths / mean)).astype(np.float32)

    def search(self, terms: Sequence[int], limit: int) -> list[tuple[int, float]]:
        """The best rows with scores above 0; of equal ones the earlier first. What is asked for twice counts twice."""
        scores = np.zeros(len(self._lengths), np.float32)
        for term, times in Counter(terms).items():
            rows, frequencies = self._postings(term)
            scores[rows] += times * self.idf(term) * frequencies / (frequencies + self._length_norms[rows])
        return [(row, score) for row, score in best(scores, limit) if score > 0]

    def coverage(self, terms: Sequence[int], row: int) -> float:
        """How much of a question, rare terms counting more, stands in a row: 0 to 1."""
        weights = {term: self.idf(term) for term in set(terms)}
        present = sum(weight for term, weight in weights.items() if row in self._postings(term)[0])
        return present / sum(weights.values()) if weights else 0.0

    def idf(self, term: int) -> float:
        """High for rare terms, highest for those that no row has."""
        count = len(self._postings(term)[0])
        return float(np.log1p((len(self._lengths) - count + 0.5) / (count + 0.5)))

    def _postings(self, term: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        if not 0 <= term < len(self._starts) - 1:
            return self._rows[:0], self._frequencies[:0]
        postings = slice(self._starts[term], self._starts[term + 1])
        return self._rows[postings], self._frequencies[postings]


def best(scores: NDArray[np.float32], limit: int) -> list[tuple[int, float]]:
    """Positions and values of the highest, best first; of equal ones the earlier first."""
    count = min(limit, len(scores))
    if count <= 0:
        return []
    top = np.argpartition(-scores, count - 1)[:count]
    order = top[np.lexsort((top, -scores[top]))]
    return [(int(position), float(scores[position])) for position in order]
