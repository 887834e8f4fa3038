"""Puts a model into 8 bits: ranges from sample texts, the best of a few smoothings, a check against full precision.

Smoothing is that of SmoothQuant (Xiao et al., 2023): outliers among a product's input channels go into its weights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from host.core.vectors import Matrix
from host.index.bert import BertShape, UnknownShapeError, Weights, read_shape, read_weights
from host.index.bert_graph import BertGraph, Range, linears, scored, weight_of
from host.index.openvino_model import OpenVinoModel, read_tokenizer, token_ids
from host.index.sample_texts import CALIBRATION, CHECK

STRENGTHS = (0.7, 0.8)
"""How much of the outliers is moved. Which is best differs from model to model, so each is tried."""

ENOUGH = 0.995
"""Mean cosine to full precision: at this, rankings on public collections stay as they are."""

_SPREAD = (0.05, 50.0)
"""Bounds of a channel's smoothing: a channel that samples hardly use must not lose what other texts put there."""

_Extent = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Least and greatest of each channel."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Cosine to full precision, on texts that were not used to find the ranges."""

    mean: float
    worst: float

    @property
    def enough(self) -> bool:
        return self.mean >= ENOUGH


def quantise(path: Path, window: int) -> tuple[Any, Agreement]:
    """An `openvino.Model` in 8 bits, and how well it agrees. Raises UnknownShapeError."""
    try:
        shape, weights = read_shape(path), read_weights(path)
        tokenizer = read_tokenizer(path, window)
        seen = _observe(shape, weights, token_ids(tokenizer, CALIBRATION), window)
    except (OSError, ValueError, KeyError, RuntimeError) as exc:
        raise UnknownShapeError(f"its files do not fit together ({exc})") from exc
    check = token_ids(tokenizer, CHECK)
    exact = _embed(BertGraph(shape, weights).build(), check, window)
    best: tuple[Any, Agreement] | None = None
    for strength in STRENGTHS:
        model = BertGraph(shape, weights, _ranges(shape, weights, seen, strength)).build()
        cosines = (_embed(model, check, window) * exact).sum(axis=1)
        agreement = Agreement(float(cosines.mean()), float(cosines.min()))
        if best is None or agreement.mean > best[1].mean:
            best = model, agreement
    assert best is not None  # there is at least one strength
    return best


def _observe(shape: BertShape, weights: Weights, samples: Sequence[Sequence[int]], window: int) -> dict[str, _Extent]:
    graph = BertGraph(shape, weights)
    model = OpenVinoModel(graph.build(observed=True), window)
    extents: dict[str, _Extent] = {}
    for ids in samples:  # one by one: padding has values too
        outputs = model.outputs([ids], len(ids))[1:]
        for key, low, high in zip(graph.observed, outputs[::2], outputs[1::2], strict=True):
            known = extents.get(key, (low, high))
            extents[key] = np.minimum(known[0], low), np.maximum(known[1], high)
    return extents


def _ranges(shape: BertShape, weights: Weights, seen: Mapping[str, _Extent], strength: float) -> dict[str, Range]:
    ranges = {}
    for key, names in linears(shape).items():
        low, high = seen[key]
        smoothing = np.ones_like(low)
        if not key.endswith(".attended"):  # its input is a mean of values, which has no outliers
            inputs = np.maximum(np.maximum(-low, high), 1e-3)
            factors = np.abs(weight_of(weights, names)).max(axis=0) + 1e-6
            smoothing = inputs**strength / factors ** (1 - strength)
            smoothing = np.clip(smoothing / np.exp(np.log(smoothing).mean()), *_SPREAD).astype(np.float32)
        ranges[key] = Range(smoothing, min(float((low / smoothing).min()), 0), max(float((high / smoothing).max()), 0))
    for key in scored(shape):
        most = max(float(np.abs(extent).max()) for extent in seen[key])
        ranges[key] = Range(np.ones(1, np.float32), -most, most * 127 / 128)  # both signed, with zero at zero
    return ranges


def _embed(model: Any, texts: Sequence[Sequence[int]], window: int) -> Matrix:
    runner = OpenVinoModel(model, window)
    return np.concatenate([runner.vectors([ids]) for ids in texts])
