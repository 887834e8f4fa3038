"""Dense search of many vectors: a scan of four-bit codes, whose best are scored again by the true vectors."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

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

_RESCORED = 6
"""Times the number wanted, rescored: 300 for 50. Of a million vectors that finds 99.9 % of the true 50; 200 find 99.8 %
in the same time."""

_AT_ONCE = 65_536
"""Vectors added in one step: what is read of them at a time."""

_CALIBRATED_ON = 4_096
"""Vectors, drawn evenly, that the codes are fitted to."""


def available(dimension: int) -> bool:
    """Whether the library has a build for this machine and codes for such vectors; else, search is exact."""
    try:
        import turbovec  # noqa: F401
    except ImportError:
        return False
    return dimension % _GROUP == 0


class QuantisedVectors:
    """Vectors by chunk id. Not thread-safe."""

    def __init__(self, index: TurboQuantIndex, chunk_ids: NDArray[np.int64]) -> None:
        self._index = index
        self._ids = chunk_ids
        """Of each place in the index. Taking one out puts the last in its place: they need not ascend."""

    def __len__(self) -> int:
        return len(self._index)

    @classmethod
    def build(cls, chunk_ids: NDArray[np.int64], vectors: Vectors) -> QuantisedVectors:
        from turbovec import TurboQuantIndex

        sample = vectors(chunk_ids[:: max(len(chunk_ids) // _CALIBRATED_ON, 1)])
        index = TurboQuantIndex(dim=sample.shape[1], bit_width=_BITS)
        index.calibrate(sample)
        built = cls(index, chunk_ids[:0])
        built.change(chunk_ids[:0], chunk_ids, vectors)
        index.prepare()
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
            saved = np.load(_ids(path))
            loaded = cls(TurboQuantIndex.load(str(path)), saved)
            if len(loaded) != len(saved):
                raise ValueError("ids and codes differ")
            if loaded._index.dim != dimension:
                raise ValueError("it is of another model")
        except FileNotFoundError:
            return None
        except (OSError, ValueError, EOFError) as exc:
            log.warning("%s cannot be read and is made again: %s", path, exc)
            return None
        if not np.array_equal(np.sort(saved, kind="stable"), chunk_ids):
            gone = np.setdiff1d(saved, chunk_ids, assume_unique=True)
            loaded.change(gone, np.setdiff1d(chunk_ids, saved, assume_unique=True), vectors)
        loaded._index.prepare()
        return loaded

    def save(self, path: Path) -> None:
        """Write what has changed since the last time, and which ids it holds."""
        # Ids of another state would name wrong chunks: without any, what an interruption leaves is made again.
        _ids(path).unlink(missing_ok=True)
        self._index.sync(str(path))
        np.save(_ids(path), self._ids)

    def change(self, gone: NDArray[np.int64], new: NDArray[np.int64], vectors: Vectors) -> None:
        if len(gone):
            self._ids = self._ids.copy()
            for place in np.flatnonzero(among(self._ids, gone))[::-1].tolist():
                self._index.swap_remove(place)
                self._ids[place] = self._ids[len(self)]
            self._ids = self._ids[: len(self)]
        for first in range(0, len(new), _AT_ONCE):
            ids = new[first : first + _AT_ONCE]
            self._index.add(vectors(ids))
            self._ids = np.append(self._ids, ids)

    def places(self, chunk_ids: NDArray[np.int64]) -> Mask:
        """Which places in the index hold these, until it changes."""
        return among(self._ids, chunk_ids)

    def nearest(self, asked: Matrix, limit: int, places: Mask | None = None) -> NDArray[np.int64]:
        """For each row of `asked`, chunk ids of the likely best (at these places), to be scored by their true vectors.

        Shape (len(asked), n), where n is more than `limit` if there are as many.
        """
        _, found = self._index.search(asked, k=limit * _RESCORED, mask=places)
        likely: NDArray[np.int64] = self._ids[found]
        return likely


def _ids(path: Path) -> Path:
    return path.with_suffix(".npy")
