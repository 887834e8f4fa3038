"""From two lists of candidates to the passages of an answer: fusion, the relevance floor, and the final choice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from host.core.types import Candidates, Chunk, Passage, Scored, StoredChunk

_DENSE_WEIGHT = 0.5
"""Of the standardised scores. Equal parts were best on three collections, before rank fusion and weighted sums."""

_LOWER_FLOOR, _COVERED = 0.6, 0.7
"""Of the floor, and of the question: names and code that the model does not know are found by their words. It saves a
third of the questions that the floor alone refuses wrongly, and lets hardly any more through."""

_NEAR_DUPLICATE = 0.8
"""Share of the shorter text's word triples that the other one has too: a page's print version, a repeated notice."""

_LONGEST_JOINED = 3_000
"""Characters of a passage put together from neighbours, about 500 words: beyond that, a source says too little about
where in the document it is. Long transcripts are nothing but neighbours."""

_WORD = re.compile(r"\w+")


def fuse(candidates: Candidates) -> list[Scored]:
    """One list, best first, by the mean of the standardised scores: cosines and BM25 have no common scale.

    What a full list lacks was no better than its last.
    """
    dense = {scored.chunk_id: scored.score for scored in candidates.dense}
    keyword = {scored.chunk_id: scored.score for scored in candidates.keyword}
    union = list(dict.fromkeys([*dense, *keyword]))
    # Fewer keyword than dense candidates means that no other text has any of the words: their score is known, 0.
    unfound = 0.0 if len(keyword) < len(dense) else min(keyword.values(), default=0.0)
    scores = _DENSE_WEIGHT * _standardised(dense, union, min(dense.values(), default=0.0))
    scores += (1 - _DENSE_WEIGHT) * _standardised(keyword, union, unfound)
    order = np.argsort(-scores, kind="stable")
    return [Scored(union[index], float(scores[index])) for index in order]


def is_relevant(candidates: Candidates, floor: float) -> bool:
    """Whether anything here is about the question: near in meaning, or less near but with nearly all of its words.

    Where nobody looked for meaning, the words decide.
    """
    if not candidates.dense:
        return bool(candidates.keyword) and candidates.coverage >= _COVERED
    nearest = candidates.dense[0].score
    return nearest >= floor or (nearest >= _LOWER_FLOOR * floor and candidates.coverage >= _COVERED)


def select(ranked: Sequence[tuple[StoredChunk, float]], limit: int, budget_characters: int = 0) -> list[Passage]:
    """At most `limit` passages, best first; near-duplicates left out, overlapping chunks joined.

    A budget of 0 is none. The best chunk is always taken, or a small budget would leave nothing to answer from.
    """
    chosen: list[tuple[StoredChunk, float]] = []
    triples: list[frozenset[str]] = []
    used = 0
    for stored, score in ranked:
        length = len(stored.chunk.text)
        if len(chosen) == limit:
            break
        if chosen and budget_characters and used + length > budget_characters:
            continue
        words = _word_triples(stored.chunk.text)
        if any(_nearly_equal(words, others) for others in triples):
            continue
        chosen.append((stored, score))
        triples.append(words)
        used += length
    joined = sorted(_joined(chosen), key=lambda pair: -pair[1])
    return [as_passage(n, stored, score) for n, (stored, score) in enumerate(joined, start=1)]


def _standardised(scores: dict[int, float], union: Sequence[int], missing: float) -> NDArray[np.float64]:
    """Mean 0 and deviation 1 over the union."""
    values = np.array([scores.get(chunk_id, missing) for chunk_id in union], np.float64)
    deviation = values.std() if len(values) else 0.0
    return (values - values.mean()) / deviation if deviation > 0 else np.zeros(len(values))


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
