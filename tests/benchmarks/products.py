"""How fast this machine multiplies matrices in 8 bits, and how many texts a second that allows at most."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from host.index.bert import BertShape

ROWS = 512
"""Of a product whose input and output the caches can hold: more rows are slower."""


class Products:
    """The widest product of a model of this shape, with weights in 8 bits and in fp32. Measured anew at each call."""

    def __init__(self, shape: BertShape) -> None:
        self._shape = shape
        self._whole, self._exact = _request(shape.hidden, whole=True), _request(shape.hidden, whole=False)
        self._rows = np.random.default_rng(0).standard_normal((ROWS, shape.hidden)).astype(np.float32)

    def limit(self, length: int) -> float:
        """Full texts a second if nothing but products took time: those with weights in 8 bits, attention in fp32."""
        shape = self._shape
        weights = shape.layers * 12 * shape.hidden**2  # four square ones, and two that are four times as wide
        attention = shape.layers * 2 * length * shape.hidden
        return 1 / (length * (weights / self._rate(self._whole) + attention / self._rate(self._exact)))

    def _rate(self, request: Any) -> float:
        """Operations a second, best of twenty; a multiplication and an addition are one."""
        return ROWS * 4 * self._shape.hidden**2 / min(_seconds(request, self._rows) for _ in range(20))


def _request(hidden: int, *, whole: bool) -> Any:
    from openvino import Core, Model, opset13

    generator = np.random.default_rng(0)
    rows = opset13.parameter([ROWS, hidden], np.float32)
    factor = generator.integers(-127, 128, (4 * hidden, hidden)).astype(np.int8)
    node: Any = rows
    weight: Any = opset13.constant(factor.astype(np.float32))
    if whole:
        low, high = opset13.constant(np.float32(-1)), opset13.constant(np.float32(1))
        node = opset13.fake_quantize(rows, low, high, low, high, 256)
        scale = opset13.constant(np.full((4 * hidden, 1), 0.01, np.float32))
        weight = opset13.multiply(opset13.convert(opset13.constant(factor), "f32"), scale)
    model = Model([opset13.matmul(node, weight, False, True)], [rows], "product")
    return Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"}).create_infer_request()


def _seconds(request: Any, value: Any) -> float:
    started = time.perf_counter()
    request.infer([value])
    return time.perf_counter() - started
