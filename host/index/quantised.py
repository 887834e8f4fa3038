"""Dense search of many vectors: a scan of four-bit codes along their principal axes, whose best are scored again.

A scan takes as long as reading the codes does, so they hold the axes that tell the vectors apart and not the rest.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from host.core.keyword import Mask
from host.core.vectors import Matrix
from host.index.membership import among

if TYPE_CHECKING:
    from turbovec import TurboQuantIndex

log = logging.getLogger(__name__)

Vectors = Callable[[NDArray[np.int64]], Matrix]
"""Gives those of some chunk ids, ascending."""

_BITS = 4
_GROUP = 8
"""Dimensions that are coded together."""

_STRIDE = 32
"""Dimensions that the scan takes in one step: what is left over takes it as long as all the others."""

_ENERGY = 0.96
"""Of the vectors' squared lengths, along the axes that are coded: of 384 dimensions about 256."""

_RESCORED, _ENOUGH = 8, 6
"""Times the number wanted: rescored by the true vectors, 400 for 50, and what may be left of them where some are
dropped. Of a million vectors 400 hold 99.9 % of the true 50."""

_AT_ONCE = 65_536
"""Vectors added in one step: what is read of them at a time."""

_SAMPLE = 4_096
"""Vectors, drawn evenly, that axes and codes are fitted to."""

_OUTGROWN = 4
"""Times the vectors that there were then: what came since may be of other subjects, so they are fitted again."""


_PUT_OFF = 0.005
"""Changes that wait, as a share of what is coded. Else the next search arranges all codes anew, those of a million in
.15 s; to score 5,000 vectors that wait takes it a millisecond."""


def available(dimension: int) -> bool:
    """Whether the library has a build for this machine and codes for such vectors; else, search is exact."""
    try:
        import turbovec  # noqa: F401
    except ImportError:
        return False
    return dimension % _GROUP == 0


class QuantisedVectors:
    """Vectors by chunk id: codes of nearly all, and what has come and gone since. Not thread-safe."""

    def __init__(self, index: TurboQuantIndex, axes: Matrix, fitted_to: int, chunk_ids: NDArray[np.int64]) -> None:
        self._index = index
        self._axes = axes
        """Shape (dimension, kept)."""
        self._fitted_to = fitted_to
        self._ids = chunk_ids
        """Of each place in the index, in no order, and after them those that wait to be coded."""
        self._stays = np.ones(len(chunk_ids), np.bool_)
        """Which of these are still there."""

    def __len__(self) -> int:
        return int(np.count_nonzero(self._stays))

    @classmethod
    def build(cls, chunk_ids: NDArray[np.int64], vectors: Vectors) -> QuantisedVectors:
        built = cls(*_fitted(chunk_ids, vectors), chunk_ids[:0])
        built.change(chunk_ids[:0], chunk_ids, vectors)
        return built

    @classmethod
    def load(
        cls, path: Path, dimension: int, chunk_ids: NDArray[np.int64], vectors: Vectors
    ) -> QuantisedVectors | None:
        """What was saved, changed to hold exactly `chunk_ids`, ascending.

        None when it is missing or damaged, or of another dimension.
        """
        from turbovec import TurboQuantIndex

        try:
            # numpy leaves a damaged file open that it opened itself.
            with _beside(path).open("rb") as file, np.load(file) as saved:
                ids, axes, fitted_to = saved["ids"], saved["axes"], int(saved["fitted_to"])
            loaded = cls(TurboQuantIndex.load(str(path)), axes, fitted_to, ids)
            if (len(loaded._index), loaded._index.dim) != (len(ids), axes.shape[1]):
                raise ValueError("ids and codes differ")
            if len(axes) != dimension:
                raise ValueError("it is of another model")
        except FileNotFoundError:
            return None
        except (OSError, ValueError, EOFError, KeyError, BadZipFile) as exc:
            log.warning("%s cannot be read and is made again: %s", path, exc)
            return None
        if not np.array_equal(np.sort(ids, kind="stable"), chunk_ids):
            gone = np.setdiff1d(ids, chunk_ids, assume_unique=True)
            loaded.change(gone, np.setdiff1d(chunk_ids, ids, assume_unique=True), vectors)
        return loaded

    def save(self, path: Path) -> None:
        """Write what was coded since the last time, and of which ids; what waits is known from the store."""
        # Ids of another state would name wrong chunks: without any, what an interruption leaves is made again.
        _beside(path).unlink(missing_ok=True)
        self._index.sync(str(path))
        np.savez(_beside(path), ids=self._ids[: len(self._index)], axes=self._axes, fitted_to=self._fitted_to)

    def change(self, gone: NDArray[np.int64], new: NDArray[np.int64], vectors: Vectors) -> None:
        if len(gone):
            self._stays[among(self._ids, gone)] = False
        self._ids = np.append(self._ids, new)
        self._stays = np.append(self._stays, np.ones(len(new), np.bool_))
        coded = len(self._index)
        came, went = len(self._ids) - coded, len(self._ids) - len(self)
        if came + went > _PUT_OFF * coded:
            self._code(vectors)

    def places(self, chunk_ids: NDArray[np.int64]) -> Mask:
        """Where these are, until something changes."""
        return among(self._ids, chunk_ids)

    def nearest(self, asked: Matrix, limit: int, places: Mask | None = None) -> NDArray[np.int64]:
        """For each row of `asked`, chunk ids of the likely best (at these places), to be scored by their true vectors.

        Shape (len(asked), n), where n is more than `limit` if there are as many. What waits to be coded is among them.
        """
        coded, wanted = len(self._index), self._stays if places is None else places
        found = self._scan(asked @ self._axes, limit, wanted[:coded])
        waiting = self._ids[coded:][wanted[coded:]]
        return np.hstack([self._ids[found], np.tile(waiting, (len(asked), 1))])

    def _scan(self, asked: Matrix, limit: int, wanted: Mask) -> NDArray[np.int64]:
        """Places of the best codes among those that are wanted.

        Where a third are, the others are dropped from as many more of them: with a mask the library takes half as long
        again, and misses five times as many of the best.
        """
        count, left = limit * _RESCORED, int(np.count_nonzero(wanted))
        if 3 * left >= len(wanted):
            found: NDArray[np.int64] = self._index.search(asked, k=count * len(wanted) // left)[1]
            dropped = ~wanted[found]
            kept = found.shape[1] - int(dropped.sum(axis=1).max())
            if kept >= limit * _ENOUGH:
                return np.take_along_axis(found, np.argsort(dropped, axis=1, kind="stable")[:, :kept], axis=1)
        found = self._index.search(asked, k=count, mask=wanted)[1]
        return found

    def _code(self, vectors: Vectors) -> None:
        """Take what is gone out of the index and put in what waits; into a new one when it has outgrown this."""
        if len(self) > _OUTGROWN * self._fitted_to:
            waiting = np.sort(self._ids[self._stays])
            self._index, self._axes, self._fitted_to = _fitted(waiting, vectors)
            ids = waiting[:0]
        else:
            coded = len(self._index)
            ids, waiting = self._ids[:coded].copy(), self._ids[coded:][self._stays[coded:]]
            for place in np.flatnonzero(~self._stays[:coded])[::-1].tolist():
                self._index.swap_remove(place)
                ids[place] = ids[len(self._index)]  # the last is in its place now
            ids = ids[: len(self._index)]
        for first in range(0, len(waiting), _AT_ONCE):
            self._index.add(vectors(waiting[first : first + _AT_ONCE]) @ self._axes)
        self._ids = np.append(ids, waiting)
        self._stays = np.ones(len(self._ids), np.bool_)


def _fitted(chunk_ids: NDArray[np.int64], vectors: Vectors) -> tuple[TurboQuantIndex, Matrix, int]:
    """An empty index for these vectors, the axes that it codes, and how many vectors there were."""
    from turbovec import TurboQuantIndex

    sample = vectors(chunk_ids[:: max(len(chunk_ids) // _SAMPLE, 1)])
    axes = _principal_axes(sample)
    index = TurboQuantIndex(dim=axes.shape[1], bit_width=_BITS)
    index.calibrate(sample @ axes)
    return index, axes, len(chunk_ids)


def _principal_axes(sample: Matrix) -> Matrix:
    """As many as hold `_ENERGY`, the largest first, in whole strides; shape (dimension, kept).

    Through the origin and not the mean: products of vectors are to be kept, not distances from it.
    """
    energies, axes = np.linalg.eigh(sample.T @ sample)
    held = np.cumsum(energies[::-1])
    needed = int(np.searchsorted(held, _ENERGY * held[-1])) + 1
    return np.ascontiguousarray(axes[:, ::-1][:, : -(-needed // _STRIDE) * _STRIDE])


def _beside(path: Path) -> Path:
    """The file of what the library does not save."""
    return path.with_suffix(".npz")
