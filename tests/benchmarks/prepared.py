"""Search structures over given vectors or terms, without a database: what is measured is the search alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from host.core.keyword import Postings
from host.index.segment import Segment

PER_DOCUMENT = 10

_BATCH = 2_000
"""Documents that come as one segment: a million chunks at once would want more memory than a machine has."""


_WARMING_UP = 3
"""Questions that are asked before any time counts."""


class PreparedReader:
    """In place of `SegmentReader`: chunks of documents, ten each, numbered from 1."""

    def __init__(self, vectors: NDArray[np.float32], postings: Callable[[int, int], Postings] | None = None) -> None:
        self._vectors = vectors
        self._postings = postings or (lambda first, last: no_postings(last - first))
        self.dimension = vectors.shape[1]
        self.documents = np.arange(1, len(vectors) // PER_DOCUMENT + 1, dtype=np.int64)

    def document_ids(self) -> NDArray[np.int64]:
        return self.documents

    def having_chunks(self, document_ids: NDArray[np.int64]) -> NDArray[np.int64]:
        return document_ids

    def segments(self, document_ids: NDArray[np.int64]) -> Iterator[Segment]:
        for at in range(0, len(document_ids), _BATCH):
            batch = document_ids[at : at + _BATCH]
            first, last = int(batch[0] - 1) * PER_DOCUMENT, int(batch[-1]) * PER_DOCUMENT
            chunk_ids = np.arange(first, last, dtype=np.int64) + 1
            owners = np.repeat(batch, PER_DOCUMENT)
            yield Segment(chunk_ids, owners, self._vectors[first:last], self._postings(first, last), frozenset({"en"}))

    def agrees(self, segment: Segment) -> bool:
        return True


def no_postings(count: int) -> Postings:
    return Postings.build([np.zeros(0, np.uint64)] * count)


def milliseconds(ask: Callable[[Any], object], asked: Sequence[Any]) -> float:
    """The median time of one, after a few to warm up."""
    (median_time,) = in_turn({"": ask}, asked).values()
    return median_time


def in_turn(ways: Mapping[str, Callable[[Any], object]], asked: Sequence[Any]) -> dict[str, float]:
    """Median milliseconds of each way: one after the other, so that what else the machine does slows all alike."""
    times: dict[str, list[float]] = {name: [] for name in ways}
    for one in (*asked[:_WARMING_UP], *asked):
        for name, ask in ways.items():
            started = time.perf_counter()
            ask(one)
            times[name].append((time.perf_counter() - started) * 1000)
    return {name: round(median(values[_WARMING_UP:]), 3) for name, values in times.items()}


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return round(time.perf_counter() - started, 4)


def resident_mb(kind: str = "VmRSS") -> float:
    """Of this process: `RssAnon` leaves out what is mapped from files, which the system can take back."""
    with Path("/proc/self/status").open() as status:
        return round(next(int(line.split()[1]) for line in status if line.startswith(kind)) / 1024, 1)
