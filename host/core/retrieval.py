"""From two lists of candidates to the passages of an answer: fusion, the relevance floor, and the final choice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from host.core.answers import Passage
from host.core.candidates import Candidates, Scored
from host.core.chunks import Chunk, StoredChunk
from host.core.vectors import Matrix

_DENSE_WEIGHT = 0.5
"""Of the standardised scores: equal parts serve all kinds of collection, and the best share differs with each."""

_NEIGHBOURS = 0.7
"""Weight of what a passage's neighbours in meaning are worth, beside its own two scores."""

_SHARPNESS = 2.0
"""How much more a good neighbour counts than a middling one: the best few speak, as in feedback by relevance."""

_NEARNESS = 4
"""Power of the cosine of two passages: those that are about the same count, those of the same field hardly do."""

_AT_ONCE = 4
"""Passages that are compared with all others in one product, which takes a few microseconds. A larger one goes to
several threads: on a busy machine they wait for each other fifty times as long as the whole takes one of them."""

_FEW_WORDS, _FEW_TEXTS = 2, 20
"""With as many, words that are missing weigh half: of "What to do in a thunderstorm?" only one word tells anything, and
a page on lightning need not have it."""

DOCUMENTS = 15
"""That passages are chosen from at most."""

_NEAR_DUPLICATE = 0.8
"""Share of the shorter text's word triples that the other one has too: a page's print version, a repeated notice."""

_LONGEST_JOINED = 3_000
"""Characters of a passage put together from neighbours, about 500 words: beyond that, a source says too little about
where in the document it is. Long transcripts are nothing but neighbours."""

_WORD = re.compile(r"\w+")


def fuse(candidates: Candidates) -> list[Scored]:
    """One list, best first; when only one search found anything, its own.

    Cosines and BM25 have no common scale: their standardised scores are added, and what near passages are worth. Each
    is half that of the passage alone, half that of the passage with what stands around it.
    """
    if not (candidates.dense and candidates.keyword):
        return list(candidates.dense or candidates.keyword)
    own = _DENSE_WEIGHT * _standardised(candidates.cosines + candidates.wider_cosines)
    own += (1 - _DENSE_WEIGHT) * _standardised(candidates.bm25 + candidates.wider_bm25)
    scores = own + _NEIGHBOURS * _standardised(_neighbourly(own, candidates.vectors))
    order = np.argsort(-scores, kind="stable")
    return [Scored(int(candidates.chunk_ids[index]), float(scores[index])) for index in order]


def is_relevant(candidates: Candidates, floor: float) -> bool:
    """Whether a passage is about the question: as near as the model's `floor` when it has half of the words.

    With more of them it may be less near: names and code that the model does not know are found by their words. With
    fewer it must be nearer, since nearness without a word in common is often only of the field; the more so, the more
    words the question has and the more texts say which of them are rare. It is the square of the share that counts:
    some words are there by chance, all of them are not. A search by words alone needs half of them.
    """
    if not candidates.dense:
        return bool(np.any(candidates.coverage >= 0.5))
    telling = candidates.words / (candidates.words + _FEW_WORDS) * candidates.texts / (candidates.texts + _FEW_TEXTS)
    said = candidates.coverage**2 - 0.25
    said = np.where(said < 0, said * telling, said)
    return bool(np.any(candidates.cosines + (1 - floor) * said >= floor))


def select(ranked: Iterable[tuple[StoredChunk, float]], limit: int, budget_characters: int = 0) -> list[Passage]:
    """At most `limit` passages, best first; near-duplicates left out, overlapping chunks joined.

    One document gives half of them at most, unless the others have too little. A budget of 0 is none. The best chunk
    is always taken, or a small budget would leave nothing to answer from. No more of `ranked` is read than it takes.
    """
    choice = _Choice(limit, budget_characters)
    aside: list[tuple[StoredChunk, float]] = []
    for stored, score in ranked:
        if choice.full:
            break
        if choice.has_enough_of(stored.document_id):
            aside.append((stored, score))
        else:
            choice.consider(stored, score)
    for stored, score in aside:
        choice.consider(stored, score)
    joined = sorted(_joined(choice.chosen), key=lambda pair: -pair[1])
    return [as_passage(n, stored, score) for n, (stored, score) in enumerate(joined, start=1)]


class _Choice:
    """Chunks that were chosen, while there is room."""

    def __init__(self, limit: int, budget_characters: int) -> None:
        self.chosen: list[tuple[StoredChunk, float]] = []
        self._limit = limit
        self._budget = budget_characters
        self._triples: list[frozenset[str]] = []
        self._documents: Counter[int] = Counter()

    @property
    def full(self) -> bool:
        return len(self.chosen) >= self._limit

    def has_enough_of(self, document_id: int) -> bool:
        return self._documents[document_id] >= max(self._limit // 2, 1)

    def consider(self, stored: StoredChunk, score: float) -> None:
        if self.full or not self._has_room(stored):
            return
        triples = _word_triples(stored.chunk.text)
        if any(_nearly_equal(triples, others) for others in self._triples):
            return
        self.chosen.append((stored, score))
        self._triples.append(triples)
        self._documents[stored.document_id] += 1

    def _has_room(self, stored: StoredChunk) -> bool:
        if stored.document_id not in self._documents and len(self._documents) == DOCUMENTS:
            return False
        used = sum(len(other.chunk.text) for other, _ in self.chosen)
        return not (self.chosen and self._budget) or used + len(stored.chunk.text) <= self._budget


def _standardised(scores: NDArray[np.floating]) -> NDArray[np.float64]:
    """Mean 0 and deviation 1."""
    values = scores.astype(np.float64)
    deviation = values.std()
    return (values - values.mean()) / deviation if deviation > 0 else np.zeros(len(values))


def _neighbourly(scores: NDArray[np.float64], vectors: Matrix) -> NDArray[np.float64]:
    """What passages of this meaning are worth: the mean over all, near ones counting more, itself most.

    A passage between others that answer likely does too, even when its own words and vector say little (Diaz,
    "Regularizing ad hoc retrieval scores", 2005). A single good passage among strangers keeps its place.
    """
    some = (vectors[first : first + _AT_ONCE] for first in range(0, len(vectors), _AT_ONCE))
    cosines = np.concatenate([vectors[:0] @ vectors.T, *(block @ vectors.T for block in some)])
    nearness = np.maximum(cosines, 0.0).astype(np.float64) ** _NEARNESS
    worth: NDArray[np.float64] = nearness @ np.exp(_SHARPNESS * scores) / nearness.sum(axis=1)
    return worth


def _word_triples(text: str) -> frozenset[str]:
    words = _WORD.findall(text.casefold())
    return frozenset(" ".join(words[index : index + 3]) for index in range(max(len(words) - 2, 1)))


def _nearly_equal(first: frozenset[str], second: frozenset[str]) -> bool:
    return len(first & second) >= _NEAR_DUPLICATE * min(len(first), len(second))


def _joined(chosen: Sequence[tuple[StoredChunk, float]]) -> list[tuple[StoredChunk, float]]:
    """Chunks of a document that touch or overlap become one, with the better score, while a reader can take it in."""
    joined: list[tuple[StoredChunk, float]] = []
    for stored, score in sorted(chosen, key=lambda pair: (pair[0].document_id, pair[0].chunk.start)):
        if joined and _touch(joined[-1][0], stored):
            before, best = joined.pop()
            joined.append((_union(before, stored), max(best, score)))
        else:
            joined.append((stored, score))
    return joined


def _touch(first: StoredChunk, second: StoredChunk) -> bool:
    near = first.document_id == second.document_id and second.chunk.start <= first.chunk.end
    return near and second.chunk.end - first.chunk.start <= _LONGEST_JOINED


def _union(first: StoredChunk, second: StoredChunk) -> StoredChunk:
    a, b = first.chunk, second.chunk
    text = a.text + b.text[max(a.end - b.start, 0) :]
    pairs = zip(a.headings, b.headings, strict=False)
    headings = tuple(heading for heading, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    anchors = tuple(sorted({*first.anchors, *second.anchors}, key=lambda anchor: anchor.start))
    return replace(first, chunk=Chunk(text, a.start, max(a.end, b.end), headings, a.opening), anchors=anchors)


def as_passage(n: int, stored: StoredChunk, score: float) -> Passage:
    return Passage(
        n,
        stored.chunk,
        score,
        stored.document_id,
        stored.uri,
        stored.title,
        stored.media_type,
        stored.anchors,
        stored.about,
        stored.path,
    )
