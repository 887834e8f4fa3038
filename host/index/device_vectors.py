"""Dense search on a GPU: all vectors in half precision, whose best are scored again by the true vectors."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from host.core.keyword import Mask
from host.core.vectors import Matrix
from host.index.membership import among
from host.index.quantised import Vectors

if TYPE_CHECKING:
    import torch

log = logging.getLogger(__name__)

_RESCORED = 2
"""Times the number wanted, rescored: half precision only swaps what is within a thousandth."""

_AT_ONCE = 65_536
"""Vectors moved in one step."""

_SPARE = 1.1
"""Room for what is added later, as a share of what is there: growing copies everything."""

_WORTH_COMPACTING = 0.75


class DeviceVectors:
    """Vectors by chunk id. Not thread-safe."""

    def __init__(self, device: torch.device, dimension: int, room: int) -> None:
        import torch

        self._device = device
        self._ids = np.zeros(0, np.int64)
        """Ascending; those that are gone among them."""
        self._gone = torch.zeros(room, dtype=torch.bool, device=device)
        self._matrix = torch.zeros((room, dimension), dtype=torch.float16, device=device)
        self._alive = 0

    def __len__(self) -> int:
        return self._alive

    @classmethod
    def build(cls, chunk_ids: NDArray[np.int64], vectors: Vectors, device: str = "") -> DeviceVectors | None:
        """On the GPU that torch finds, or on `device`. None where there is none, or too little memory on it."""
        import torch

        name = device or _gpu()
        if not name:
            return None
        try:
            dimension = vectors(chunk_ids[:1]).shape[1]
            built = cls(torch.device(name), dimension, int(len(chunk_ids) * _SPARE) + 1)
            built.change(chunk_ids[:0], chunk_ids, vectors)
        except RuntimeError as exc:  # out of memory is one
            log.warning("%d vectors do not go onto the GPU: %s", len(chunk_ids), exc)
            return None
        return built

    def save(self, path: Path) -> None:
        """Nothing: the true vectors are on disk, and moving them takes a second for a million."""

    def change(self, gone: NDArray[np.int64], new: NDArray[np.int64], vectors: Vectors) -> None:
        """`new` ids are higher than all before: what changes in the store is another chunk."""
        self._gone[np.searchsorted(self._ids, gone)] = True
        self._alive += len(new) - len(gone)
        if len(self._ids) + len(new) > len(self._gone) or self._alive < _WORTH_COMPACTING * len(self._ids):
            self._make_room(len(new))
        for first in range(0, len(new), _AT_ONCE):
            ids = new[first : first + _AT_ONCE]
            self._matrix[len(self._ids) : len(self._ids) + len(ids)] = self._moved(vectors(ids))
            self._ids = np.append(self._ids, ids)

    def places(self, chunk_ids: NDArray[np.int64]) -> Mask:
        """Which rows of the matrix hold these, until it changes."""
        return among(self._ids, chunk_ids)

    def nearest(self, asked: Matrix, limit: int, places: Mask | None = None) -> NDArray[np.int64]:
        """For each row of `asked`, chunk ids of the best (at these places) by half precision; shape (len(asked), n)."""
        import torch

        used = len(self._ids)
        scores = self._moved(asked) @ self._matrix[:used].T
        left_out = self._gone[:used] if places is None else torch.from_numpy(~places).to(self._device)
        scores.masked_fill_(left_out, float("-inf"))
        count = min(limit * _RESCORED, self._alive if places is None else int(np.count_nonzero(places)))
        found: NDArray[np.int64] = scores.topk(count).indices.cpu().numpy()
        return self._ids[found]

    def _make_room(self, more: int) -> None:
        """Leave out what is gone, and have room for `more`."""
        import torch

        used = len(self._ids)
        kept = torch.nonzero(~self._gone[:used]).flatten()
        room = int((len(kept) + more) * _SPARE) + 1
        matrix = torch.zeros((room, self._matrix.shape[1]), dtype=torch.float16, device=self._device)
        matrix[: len(kept)] = self._matrix[kept]
        self._matrix = matrix
        self._ids = self._ids[kept.cpu().numpy()]
        self._gone = torch.zeros(room, dtype=torch.bool, device=self._device)

    def _moved(self, vectors: Matrix) -> torch.Tensor:
        import torch

        return torch.from_numpy(np.ascontiguousarray(vectors)).to(self._device, torch.float16)


def _gpu() -> str:
    import torch

    return "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else ""
