"""What stands around a passage in its document: what it says by itself is judged together with that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]

_REACH = 1
"""Chunks before a chunk and after it that count as around it. Further ones would tell documents apart a little better,
and passages of one document worse."""


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """Runs of neighbouring rows, one for each of some rows: the row itself and those around it in its document."""

    rows: Rows
    """All that are in a run, ascending, each once."""
    own: NDArray[np.intp]
    """Where in `rows` those stand whose surroundings these are."""
    starts: NDArray[np.intp]
    """Where in `rows` the run of each starts."""
    ends: NDArray[np.intp]
    """Where in `rows` the run of each has ended."""

    @classmethod
    def of(cls, rows: Rows, count: int, documents_of: Callable[[Rows], NDArray[np.int64]]) -> Surroundings:
        """Of `rows`, ascending, among `count` in all; `documents_of` gives the document of each of some rows.

        The rows of a document stand together.
        """
        near = rows[:, np.newaxis] + np.arange(-_REACH, _REACH + 1)
        documents = documents_of(near.clip(0, max(count - 1, 0)).ravel()).reshape(near.shape)
        alike = (documents == documents[:, [_REACH]]) & (near >= 0) & (near < count)
        starts, ends = rows - alike[:, :_REACH].sum(axis=1), rows + alike[:, _REACH + 1 :].sum(axis=1)
        every = np.unique(near[alike])
        own, first, last = (np.searchsorted(every, places) for places in (rows, starts, ends))
        return cls(every, own, first, last + 1)

    def sums(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """Over each run; `values` has a line for each of `rows`."""
        sums = values[self.starts].astype(np.float64)
        for step in range(1, 2 * _REACH + 1):
            longer = np.flatnonzero(self.starts + step < self.ends)
            sums[longer] += values[self.starts[longer] + step]
        return sums
