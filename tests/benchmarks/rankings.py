"""What the product's ranking is measured beside: known ways to rank whole documents, in full, over all of them."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from host.core.keyword import KeywordIndex, Postings
from host.index.analyzer import Analyzer
from tests.benchmarks.indexed import Indexed, Workshop
from tests.benchmarks.judged import Judged

Scores = NDArray[np.float64]

BEST = 50
"""Documents of a ranking that are looked at."""


class Documents:
    """Scores of all documents of a collection for one question at a time."""

    def __init__(self, workshop: Workshop, judged: Judged, indexed: Indexed) -> None:
        self._workshop = workshop
        self._ids = list(judged.documents)
        self._analyzer = Analyzer("en")
        texts = [self._analyzer.numbers(f"{title} {text}") for title, text in judged.documents.values()]
        self._terms = [frozenset(text.tolist()) for text in texts]
        self._keyword = KeywordIndex([(Postings.build(texts), np.ones(len(texts), np.bool_))])
        places = {uri: at for at, uri in enumerate(self._ids)}
        self._owners = np.array([places[indexed.uris[chunk_id]] for chunk_id in indexed.chunk_ids])
        self._vectors = indexed.vectors
        self._with_text, self._firsts = np.unique(self._owners, return_index=True)

    def ways(self, question: str) -> dict[str, list[str]]:
        """Documents, best first, by each of the known ways."""
        first, best, bm25 = self._first(question), self._best(question), self._bm25(question)
        return {
            "dense, first 256 tokens": self._ranked(first),
            "dense, best passage": self._ranked(best),
            "BM25": self._ranked(bm25),
            "0.85 cosine + 0.15 words": self._ranked(0.85 * first + 0.15 * self._share(question)),
            "reciprocal rank, k = 60": self._ranked(_reciprocal(first) + _reciprocal(bm25)),
            "z-score, 0.5 / 0.5": self._ranked(0.5 * _standardised(first) + 0.5 * _standardised(bm25)),
        }

    def _first(self, question: str) -> Scores:
        """Cosines of the first passages, which begin with the title: what a model reads of a whole document."""
        scores = np.zeros(len(self._ids))
        scores[self._with_text] = self._vectors[self._firsts] @ self._workshop.question(question)
        return scores

    def _best(self, question: str) -> Scores:
        scores = np.full(len(self._ids), -1.0)
        np.maximum.at(scores, self._owners, (self._vectors @ self._workshop.question(question)).astype(np.float64))
        return scores

    def _bm25(self, question: str) -> Scores:
        scores = np.zeros(len(self._ids))
        for row, score in self._keyword.search(Counter(self._analyzer.numbers(question).tolist()), len(self._ids)):
            scores[row] = score
        return scores

    def _share(self, question: str) -> Scores:
        wanted = set(self._analyzer.numbers(question).tolist())
        return np.array([len(wanted & terms) / max(len(wanted), 1) for terms in self._terms])

    def _ranked(self, scores: Scores) -> list[str]:
        return [self._ids[at] for at in np.argsort(-scores, kind="stable")[:BEST]]


def _standardised(scores: Scores) -> Scores:
    return (scores - scores.mean()) / (scores.std() or 1.0)


def _reciprocal(scores: Scores, k: int = 60) -> Scores:
    ranks = np.empty(len(scores))
    ranks[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
    return 1 / (k + ranks)
