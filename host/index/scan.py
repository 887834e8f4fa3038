"""What finds the likely best of very many vectors: on the GPU or in codes, where it finds what exact search finds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from host.core.keyword import best
from host.index import quantised
from host.index.device_vectors import DeviceVectors
from host.index.quantised import QuantisedVectors, Vectors

Scan = QuantisedVectors | DeviceVectors

_TRIED, _NEAREST, _COMPARED = 8, 10, 500
"""Vectors that the codes must find by themselves, with their nearest of some others, before they are trusted."""


def made(
    path: Path, dimension: int, chunk_ids: NDArray[np.int64], vectors: Vectors, gpu: bool, changed: bool
) -> Scan | None:
    """On the GPU, else as they were saved, else new ones, saved: then too when they have `changed` since."""
    on_device = DeviceVectors.build(chunk_ids, vectors) if gpu else None
    if on_device is not None or not quantised.available(dimension):
        return on_device
    codes = QuantisedVectors.load(path, dimension, chunk_ids, vectors)
    if codes is None or changed:
        codes = codes or QuantisedVectors.build(chunk_ids, vectors)
        codes.save(path)
    return codes


def trustworthy(codes: Scan, chunk_ids: NDArray[np.int64], vectors: Vectors) -> bool:
    """Whether codes find the very neighbours that exact search finds, among some of the vectors."""
    some = chunk_ids[:: max(len(chunk_ids) // _COMPARED, 1)]
    among = vectors(some)
    tried = among[np.linspace(0, len(some) - 1, _TRIED, dtype=np.int64)]
    for vector, found in zip(tried, codes.nearest(tried, _NEAREST, codes.places(some)).tolist(), strict=True):
        exact = {int(some[row]) for row, _ in best(among @ vector, _NEAREST)}
        if len(exact.intersection(found)) < _NEAREST - 1:
            return False
    return True
