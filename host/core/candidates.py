"""What is searched for, and what the searches found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from host.core.vectors import Matrix


@dataclass(frozen=True, slots=True)
class Scored:
    chunk_id: int
    score: float


class SearchMode(StrEnum):
    """What a search goes by."""

    HYBRID = "hybrid"
    """Both, fused."""
    SEMANTIC = "semantic"
    """Nearness in meaning: cosines."""
    KEYWORD = "keyword"
    """Words: BM25. Needs no embedding model."""


@dataclass(frozen=True, slots=True)
class SearchFilter:
    """Only chunks of these documents are looked at; what is empty does not restrict."""

    folder: str = ""
    """Path of a folder in a vault: documents in it and below it."""
    language: str = ""
    """Tag such as `de`: documents in it or in one of its varieties."""
    document: int = 0
    """Id of the only one."""
    since: str = ""
    until: str = ""
    """`YYYY-MM-DD`, inclusive, or the start of such a date: `2025` ends with its last day."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """What the two searches found, each best first, and what both say of each of these chunks."""

    dense: tuple[Scored, ...]
    """Scores are cosines."""
    keyword: tuple[Scored, ...]
    """Scores are BM25: only those above 0."""
    chunk_ids: NDArray[np.int64]
    """Of either search, ascending."""
    cosines: NDArray[np.float32]
    """Of each chunk, also of those that only words found."""
    bm25: NDArray[np.float32]
    """Of each chunk, also of those that only meaning found."""
    coverage: NDArray[np.float32]
    """How much of the question's words each chunk has, rare ones counting more: 0 to 1."""
    wider_cosines: NDArray[np.float32]
    """Of each chunk together with those around it in its document."""
    wider_bm25: NDArray[np.float32]
    """Of each chunk together with those around it in its document."""
    vectors: Matrix
    """Of each chunk."""
    words: int = 0
    """Of the question, each counted once, without those that tell nothing."""
    texts: int = 0
    """Chunks that were searched: among few, none of their words is rare."""
    dense_seconds: float = 0.0
    keyword_seconds: float = 0.0
