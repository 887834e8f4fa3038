"""What each step of the product's ranking gives, and whether its constants would be the same if fitted elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import product
from unittest.mock import patch

import numpy as np

from host.core import retrieval
from host.core.candidates import Candidates
from host.core.chunks import StoredChunk
from host.index import segment_reader
from tests.benchmarks.indexed import Indexed, Workshop
from tests.benchmarks.judged import Question, ndcg

GRID = {"_DENSE_WEIGHT": (0.4, 0.5, 0.6), "_NEIGHBOURS": (0.0, 0.5, 0.7, 1.0), "_SHARPNESS": (1.0, 2.0, 3.0)}

Constants = dict[str, float]


def shipped() -> Constants:
    return {name: getattr(retrieval, name) for name in GRID}


def candidates(
    workshop: Workshop, indexed: Indexed, questions: Sequence[Question], limit: int = 50
) -> list[Candidates]:
    return [
        indexed.index.candidates(indexed.collection.id, question.text, workshop.question(question.text), limit)
        for question in questions
    ]


def quality(
    indexed: Indexed, questions: Sequence[Question], found: Sequence[Candidates], constants: Constants
) -> float:
    """Mean nDCG@10 of the product's fusion with these constants."""
    with ExitStack() as changed:
        for name, value in constants.items():
            changed.enter_context(patch.object(retrieval, name, value))
        ranked = [[item.chunk_id for item in retrieval.fuse(one)] for one in found]
    rankings = map(indexed.documents, ranked)
    return float(np.mean([ndcg(one, question.grades) for one, question in zip(rankings, questions, strict=True)]))


def steps(workshop: Workshop, indexed: Indexed, questions: Sequence[Question]) -> dict[str, float]:
    """nDCG@10 as one step after the other is added; then of other numbers of candidates."""
    alone = {"_NEIGHBOURS": 0.0}
    with patch.object(segment_reader, "searched_text", _title_once):
        once = replace(indexed, index=workshop.another_index("title-once"))
        found = candidates(workshop, once, questions)
    twice = candidates(workshop, indexed, questions)
    rows = {
        "both searches, each with its own finds": quality(indexed, questions, list(map(_imputed, found)), alone),
        "+ what each says of the other's finds": quality(indexed, questions, list(map(_narrow, found)), alone),
        "+ the title counted twice": quality(indexed, questions, list(map(_narrow, twice)), alone),
        "+ what stands around a passage": quality(indexed, questions, twice, alone),
        "+ what near passages are worth": quality(indexed, questions, twice, {}),
    }
    for limit in (30, 100, 200):
        more = candidates(workshop, indexed, questions, limit)
        rows[f"{limit} candidates of each instead of 50"] = quality(indexed, questions, more, {})
    return rows


def fitted(parts: Sequence[tuple[Indexed, Sequence[Question], Sequence[Candidates]]]) -> Constants:
    """Of the grid, the best on average over collections."""
    choices = [dict(zip(GRID, values, strict=True)) for values in product(*GRID.values())]
    return max(choices, key=lambda constants: sum(quality(*part, constants) for part in parts))


def _title_once(stored: StoredChunk) -> str:
    return "\n".join((stored.title, *stored.chunk.headings, stored.chunk.text))


def _narrow(found: Candidates) -> Candidates:
    """As if nothing stood around any chunk."""
    return replace(found, wider_cosines=found.cosines, wider_bm25=found.bm25)


def _imputed(found: Candidates) -> Candidates:
    """As if a search knew no score for what is not among its best: no better than its last, or without the words."""
    dense = {item.chunk_id: item.score for item in found.dense}
    keyword = {item.chunk_id: item.score for item in found.keyword}
    last = min(keyword.values(), default=0.0) if len(keyword) >= len(dense) else 0.0
    ids = found.chunk_ids.tolist()
    cosines = np.array([dense.get(one, min(dense.values(), default=0.0)) for one in ids], np.float32)
    return _narrow(replace(found, cosines=cosines, bm25=np.array([keyword.get(one, last) for one in ids], np.float32)))
