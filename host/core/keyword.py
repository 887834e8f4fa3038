"""BM25 over texts as numbers: immutable inverted indexes in flat arrays, searched together as if they were one.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the idf of Lucene's
BM25Similarity: ln(1 + (N - n + 0.5) / (n + 0.5)), which is never negative.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from host.core.surroundings import Surroundings

Terms = NDArray[np.uint64]
"""The terms of a text as numbers that mean the same everywhere, in order and with repetitions."""

Mask = NDArray[np.bool_]

_K1 = 1.5
_B = 0.75
"""The usual values for prose."""

_MOST = np.iinfo(np.uint8).max
"""Occurrences of a term in a text that are counted: beyond that, more of them change nothing."""

_BLOCKS = 64


@dataclass(frozen=True, slots=True, eq=False)
class Postings:
    """Which texts have a term, and how often. Rows are texts."""

    lengths: NDArray[np.int32]
    """Terms of each row."""
    terms: NDArray[np.uint64]
    """Those that occur, ascending."""
    starts: NDArray[np.int64]
    """Where the rows of each term start; one more at the end."""
    rows: NDArray[np.int32]
    """Of each term in turn, ascending."""
    frequencies: NDArray[np.uint8]
    """How often the term is in the row."""

    @classmethod
    def build(cls, texts: Sequence[Terms]) -> Postings:
        lengths = np.fromiter((len(text) for text in texts), np.int32, len(texts))
        terms = np.concatenate([np.zeros(0, np.uint64), *texts])
        order = np.argsort(terms, kind="stable")
        return cls._from_sorted(lengths, terms[order], np.repeat(np.arange(len(texts), dtype=np.int32), lengths)[order])

    @classmethod
    def _from_sorted(cls, lengths: NDArray[np.int32], terms: NDArray[np.uint64], owners: NDArray[np.int32]) -> Postings:
        """From each occurrence of a term: by term, then by row."""
        first = np.ones(len(terms), np.bool_)
        first[1:] = (terms[1:] != terms[:-1]) | (owners[1:] != owners[:-1])
        places = np.flatnonzero(first)
        frequencies = np.minimum(np.diff(places, append=len(terms)), _MOST).astype(np.uint8)
        distinct, starts = np.unique(terms[places], return_index=True)
        return cls(lengths, distinct, np.append(starts, len(places)), owners[places], frequencies)

    def of(self, term: int) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        """The rows that have a term, and how often each."""
        at = int(np.searchsorted(self.terms, np.uint64(term)))
        if at == len(self.terms) or self.terms[at] != term:
            return self.rows[:0], self.frequencies[:0]
        postings = slice(self.starts[at], self.starts[at + 1])
        return self.rows[postings], self.frequencies[postings]


def merged(parts: Sequence[tuple[Postings, Mask]]) -> Postings:
    """One in place of several, with the rows that are to stay, in order."""
    terms, codes = np.unique(np.concatenate([postings.terms for postings, _ in parts]), return_inverse=True)
    ends = np.cumsum([len(postings.terms) for postings, _ in parts])[:-1]
    kept_codes, kept_rows, kept_frequencies, before = [], [], [], 0
    for (postings, stays), own in zip(parts, np.split(codes.astype(np.int32), ends), strict=True):
        keep = stays[postings.rows]
        kept_codes.append(np.repeat(own, np.diff(postings.starts))[keep])
        kept_rows.append((np.cumsum(stays, dtype=np.int32) - 1)[postings.rows[keep]] + before)
        kept_frequencies.append(postings.frequencies[keep])
        before += int(stays.sum())
    all_codes = np.concatenate(kept_codes)
    # A stable sort of runs that are sorted already merges them: rows stay in order within a term.
    order = np.argsort(all_codes, kind="stable")
    counts = np.bincount(all_codes, minlength=len(terms))
    used = counts > 0
    return Postings(
        np.concatenate([postings.lengths[stays] for postings, stays in parts]),
        terms[used],
        np.concatenate([np.zeros(1, np.int64), np.cumsum(counts[used], dtype=np.int64)]),
        np.concatenate(kept_rows).astype(np.int32)[order],
        np.concatenate(kept_frequencies)[order],
    )


class Compared(NamedTuple):
    """What a question's words say of some texts."""

    scores: NDArray[np.float32]
    coverage: NDArray[np.float32]
    """How much of the question stands in each, from 0 to 1: rare terms are the larger part of it, and those that no
    text has are part of it too."""
    together: NDArray[np.float32]
    """Scores of each read as one text with what is around it."""


class KeywordIndex:
    """Several postings, some of whose rows may be gone. Rows are numbered through all of them."""

    def __init__(self, parts: Sequence[tuple[Postings, Mask]]) -> None:
        """With each postings which of its rows are still there."""
        self._parts = parts
        self._offsets = [0, *np.cumsum([len(stays) for _, stays in parts]).tolist()]
        self._whole = [bool(stays.all()) for _, stays in parts]
        self._texts = sum(int(stays.sum()) for _, stays in parts)
        length = sum(int(np.sum(postings.lengths, where=stays, dtype=np.int64)) for postings, stays in parts)
        self._mean = length / max(self._texts, 1)

    def search(self, terms: Mapping[int, int], limit: int, allowed: Mask | None = None) -> list[tuple[int, float]]:
        """The best rows with scores above 0; of equal ones the earlier first.

        `terms` says how often each is asked for: what is asked for twice counts twice. `allowed` has a place for each
        row.
        """
        scores = np.zeros(self._offsets[-1], np.float32)
        for term, times in terms.items():
            weight = np.float32(times * self.idf(term))
            for (postings, _), start in zip(self._parts, self._offsets, strict=False):
                rows, frequencies = postings.of(term)
                shares = _shares(frequencies, postings.lengths[rows], self._mean)
                scores[start : start + len(postings.lengths)][rows] += weight * shares
        for (_, stays), start, whole in zip(self._parts, self._offsets, self._whole, strict=False):
            if not whole:
                scores[start : start + len(stays)] *= stays
        if allowed is not None:
            scores *= allowed
        return best(scores, limit, above=0)

    def compare(self, terms: Mapping[int, int], around: Surroundings) -> Compared:
        """Of given rows, with what stands around each."""
        weights = np.array([self.idf(term) for term in terms])
        asked = weights * list(terms.values())
        counts, lengths = self._counts(list(terms), around.rows), self._lengths(around.rows)
        own, own_lengths = counts[around.own], lengths[around.own]
        runs, run_lengths = around.sums(counts), around.sums(lengths)
        typical = run_lengths.sum() / max(len(run_lengths), 1)
        return Compared(
            (_shares(own, own_lengths[:, np.newaxis], self._mean) @ asked).astype(np.float32),
            ((own > 0) @ weights / (weights.sum() or 1)).astype(np.float32),
            (_shares(runs, run_lengths[:, np.newaxis], typical) @ asked).astype(np.float32),
        )

    def _counts(self, terms: Sequence[int], rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """How often each term is in each of the rows, which ascend: a line for each row."""
        counts = np.zeros((len(rows), len(terms)), np.float32)
        for (postings, _), start, own in self._by_part(rows):
            for column, term in enumerate(terms):
                having, frequencies = postings.of(term)
                at = np.searchsorted(having, own)
                inside = np.flatnonzero(at < len(having))
                found = inside[having[at[inside]] == own[inside]]
                counts[start + found, column] = frequencies[at[found]]
        return counts

    def _lengths(self, rows: NDArray[np.int64]) -> NDArray[np.int32]:
        lengths = [postings.lengths[own] for (postings, _), _, own in self._by_part(rows)]
        return np.concatenate([np.zeros(0, np.int32), *lengths])

    def _by_part(self, rows: NDArray[np.int64]) -> Iterator[tuple[tuple[Postings, Mask], int, NDArray[np.int32]]]:
        """Each part with those of `rows`, which ascend, that are its own, as it numbers them, and where they start."""
        ends = np.searchsorted(rows, self._offsets).tolist()
        for part, offset, first, last in zip(self._parts, self._offsets, ends, ends[1:], strict=False):
            # Of the type of the postings: else each search in them would make a copy of them all.
            yield part, first, (rows[first:last] - offset).astype(np.int32)

    def having(self, terms: Sequence[int]) -> NDArray[np.int64]:
        """The rows that have all of the terms."""
        found = [np.zeros(0, np.int64)]
        for (postings, stays), start in zip(self._parts, self._offsets, strict=False):
            rows = np.flatnonzero(stays).astype(np.int32)
            for term in terms:
                rows = np.intersect1d(rows, postings.of(term)[0], assume_unique=True)
            found.append(rows.astype(np.int64) + start)
        return np.concatenate(found)

    def knows(self, term: int) -> bool:
        """Whether any text has it, or had it."""
        return any(len(postings.of(term)[0]) > 0 for postings, _ in self._parts)

    def idf(self, term: int) -> float:
        """High for rare terms, highest for those that no row has."""
        count = 0
        for (postings, stays), whole in zip(self._parts, self._whole, strict=True):
            rows = postings.of(term)[0]
            count += len(rows) if whole else int(np.count_nonzero(stays[rows]))
        return float(np.log1p((self._texts - count + 0.5) / (count + 0.5)))


def _shares(counts: NDArray[Any], lengths: NDArray[Any], mean: float) -> NDArray[np.float32]:
    """What a term adds to texts, as a share of its idf; `mean` is the usual length of one."""
    frequencies = counts.astype(np.float32)
    norms = lengths.astype(np.float32) * np.float32(_K1 * _B / max(mean, 1e-9)) + np.float32(_K1 * (1 - _B))
    return np.divide(frequencies, frequencies + norms, dtype=np.float32)


def best(scores: NDArray[np.float32], limit: int, above: float = -np.inf) -> list[tuple[int, float]]:
    """Positions and values of the highest that exceed `above`, best first; of equal ones the earlier first."""
    count = min(limit, len(scores))
    if count <= 0:
        return []
    positions = _promising(scores, count, above)
    values = scores[positions]
    order = np.lexsort((positions, -values))[:count]
    return [(int(positions[at]), float(values[at])) for at in order]


def _promising(scores: NDArray[np.float32], count: int, above: float) -> NDArray[np.int64]:
    """Positions that may be among the best: no lower than the `count` highest of some maxima of blocks.

    Taking maxima reads the scores once, in order; partitioning them all takes ten times as long.
    """
    width = len(scores) // _BLOCKS
    if width > count:
        maxima = scores[: _BLOCKS * width].reshape(_BLOCKS, width).max(axis=0)
        least = np.partition(maxima, width - count)[width - count]
        if least > above:
            return np.flatnonzero(scores >= least)
    return np.flatnonzero(scores > above)
