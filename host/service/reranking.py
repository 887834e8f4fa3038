"""A second look at the best passages: by a reranker, when there is one."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from host.core.chunks import StoredChunk
from host.core.model_ports import Reranker
from host.errors import ModelError

log = logging.getLogger(__name__)

READ = 30
"""Of the passages, by their fused scores: what stands below hardly ever belongs to the best eight."""


@dataclass(frozen=True, slots=True)
class Order:
    """Chunks, best first, each with the score that it is ranked by."""

    chunks: Sequence[StoredChunk]
    scores: Mapping[int, float]
    read: Mapping[int, float]
    """The reranker's own scores; empty when none was asked, or failed."""
    notice: str = ""


def rerank(reranker: Reranker, question: str, first: Sequence[StoredChunk], fused: Mapping[int, float]) -> Order:
    """`first` are the best by their fused scores, whose order stays when the reranker is off or fails.

    The scores are those of all chunks that were fused.
    """
    name = reranker.name
    if not name or not first:
        return Order(first, fused, {})
    try:
        scores = reranker.scores(question, [stored.chunk.text for stored in first])
    except ModelError as error:
        log.warning("Not reranked: %s", error.message)
        return Order(first, fused, {}, f"The order is that without {name}. {error.message} {error.next_step}")
    read = {stored.id: score for stored, score in zip(first, scores, strict=True)}
    ranked = sorted(first, key=lambda stored: -read[stored.id])
    # Scores of two scales: whatever was not read comes after all that was, at its old distances.
    shift = min(scores) - fused[first[0].id]
    after = {chunk_id: score + shift for chunk_id, score in fused.items()}
    return Order(ranked, {**after, **read}, read)
