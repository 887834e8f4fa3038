"""A BERT encoder as an OpenVINO graph, built from its weights: in fp32, or with its matrix products in 8 bits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from host.index.bert import BertShape, Weights

Node = Any
"""OpenVINO's; typed by nobody."""

FAR = 1e9
"""What is taken from the score of a token that is only padding."""


@dataclass(frozen=True, slots=True)
class Range:
    """How one matrix product's input is put into 8 bits: divided by `smoothing`, then between `low` and `high`."""

    smoothing: NDArray[np.float32]
    """One for each channel. It moves outliers into the weights, whose channels have scales of their own. Of `scored`,
    which multiply each other, all are one."""
    low: float
    high: float


def linears(shape: BertShape) -> dict[str, tuple[str, ...]]:
    """Each matrix product with weights, and the tensors (of one input) that it multiplies by."""
    names: dict[str, tuple[str, ...]] = {}
    for layer in range(shape.layers):
        prefix = f"encoder.layer.{layer}."
        attention = prefix + "attention."
        names[f"{layer}.attention"] = tuple(f"{attention}self.{part}" for part in ("query", "key", "value"))
        names[f"{layer}.attended"] = (f"{attention}output.dense",)
        names[f"{layer}.up"] = (f"{prefix}intermediate.dense",)
        names[f"{layer}.down"] = (f"{prefix}output.dense",)
    return names


def scored(shape: BertShape) -> list[str]:
    """What the scores of attention are products of."""
    return [f"{layer}.{part}" for layer in range(shape.layers) for part in ("query", "key")]


def weight_of(weights: Weights, names: tuple[str, ...]) -> NDArray[np.float32]:
    return np.concatenate([weights[f"{name}.weight"] for name in names])


class BertGraph:
    """Builds once. Inputs: token ids and mask, (texts, length). Output: (texts, hidden), pooled, not normalised."""

    def __init__(self, shape: BertShape, weights: Weights, ranges: Mapping[str, Range] | None = None) -> None:
        from openvino import opset13

        self._op = opset13
        self._shape = shape
        self._weights = weights
        self._ranges = ranges
        self._linears = linears(shape)
        self._inputs: dict[str, Node] = {}

    @property
    def observed(self) -> list[str]:
        """Names of what goes into matrix products, once the graph is built."""
        return list(self._inputs)

    def build(self, observed: bool = False) -> Any:
        """With `observed`, further outputs: least and greatest of each channel of each of `observed`, in its order."""
        from openvino import Model

        op = self._op
        tokens = op.parameter([-1, -1], np.int64, "tokens")
        mask = op.parameter([-1, -1], np.int64, "mask")
        weight = op.convert(mask, "f32")
        hidden = self._embeddings(tokens)
        apart = op.subtract(op.unsqueeze(weight, self._axes(1, 2)), self._number(1))
        bias = op.multiply(apart, self._number(FAR))
        for layer in range(self._shape.layers):
            hidden = self._layer(layer, hidden, bias)
        outputs = [self._pooled(hidden, weight)]
        if observed:
            over = self._axes(0, 1)
            for node in self._inputs.values():
                outputs += [op.reduce_min(node, over), op.reduce_max(node, over)]
        return Model(outputs, [tokens, mask], "bert")

    def _embeddings(self, tokens: Node) -> Node:
        op = self._op
        found = self._words(tokens)
        places = self._tensor("embeddings.position_embeddings.weight")
        places = places + self._tensor("embeddings.token_type_embeddings.weight")[:1]
        length = op.gather(op.shape_of(tokens), self._axes(1), self._integer(0))
        place = op.slice(self._constant(places[None]), self._axes(0), length, self._axes(1), self._axes(1))
        return self._norm(op.add(found, place), "embeddings.LayerNorm")

    def _words(self, tokens: Node) -> Node:
        """The embedding of each token. In 8 bits a small model's vocabulary is a quarter of its memory, not most."""
        op, words, rows = self._op, self._tensor("embeddings.word_embeddings.weight"), self._integer(0)
        if self._ranges is None:
            return op.gather(self._constant(words), tokens, rows)
        small, scale = _in_bytes(words)
        found = op.convert(op.gather(self._constant(small), tokens, rows), "f32")
        return op.multiply(found, op.gather(self._constant(scale), tokens, rows))

    def _layer(self, layer: int, hidden: Node, bias: Node) -> Node:
        op = self._op
        prefix = f"encoder.layer.{layer}."
        attended = self._linear(f"{layer}.attended", self._attention(layer, hidden, bias))
        hidden = self._norm(op.add(hidden, attended), f"{prefix}attention.output.LayerNorm")
        wide = op.gelu(self._linear(f"{layer}.up", hidden), "erf")
        return self._norm(op.add(hidden, self._linear(f"{layer}.down", wide)), f"{prefix}output.LayerNorm")

    def _attention(self, layer: int, hidden: Node, bias: Node) -> Node:
        """The scores, products of queries and keys, in 8 bits; the mean of values not.

        Of many tokens each has less of the attention than a step of 8 bits.
        """
        op, shape = self._op, self._shape
        parts = op.split(self._linear(f"{layer}.attention", hidden), self._integer(2), 3)
        query = op.multiply(parts.output(0), self._number(shape.head**-0.5))
        query, key = self._scored(f"{layer}.query", query), self._scored(f"{layer}.key", parts.output(1))
        scores = op.add(op.matmul(self._heads(query), self._heads(key), False, True), bias)
        mixed = op.matmul(op.softmax(scores, -1), self._heads(parts.output(2)), False, False)
        order, whole = self._axes(0, 2, 1, 3), self._axes(0, 0, shape.hidden)
        return op.reshape(op.transpose(mixed, order), whole, True)

    def _heads(self, node: Node) -> Node:
        op, shape = self._op, self._shape
        apart = op.reshape(node, self._axes(0, 0, shape.heads, shape.head), True)
        return op.transpose(apart, self._axes(0, 2, 1, 3))

    def _scored(self, name: str, node: Node) -> Node:
        self._inputs[name] = node
        return node if self._ranges is None else self._rounded(node, self._ranges[name])

    def _linear(self, key: str, node: Node) -> Node:
        op, names = self._op, self._linears[key]
        self._inputs[key] = node
        weight = weight_of(self._weights, names)
        bias = np.concatenate([self._tensor(f"{name}.bias") for name in names])
        if self._ranges is None:
            factor = self._constant(weight)
        else:
            node, factor = self._quantised(node, weight, self._ranges[key])
        return op.add(op.matmul(node, factor, False, True), self._constant(bias[None, None]))

    def _quantised(self, node: Node, weight: NDArray[np.float32], span: Range) -> tuple[Node, Node]:
        op = self._op
        small = op.multiply(node, self._constant((1 / span.smoothing)[None, None]))
        whole, scale = _in_bytes(weight * span.smoothing)
        factor = op.multiply(op.convert(self._constant(whole), "f32"), self._constant(scale))
        return self._rounded(small, span), factor

    def _rounded(self, node: Node, span: Range) -> Node:
        low, high = self._number(span.low), self._number(span.high)
        return self._op.fake_quantize(node, low, high, low, high, 256)

    def _norm(self, node: Node, name: str) -> Node:
        op = self._op
        even = op.mvn(node, self._axes(-1), True, self._shape.epsilon, "inside_sqrt")
        scaled = op.multiply(even, self._constant(self._tensor(f"{name}.weight")))
        return op.add(scaled, self._constant(self._tensor(f"{name}.bias")))

    def _pooled(self, hidden: Node, weight: Node) -> Node:
        op = self._op
        if self._shape.pooling == "cls":
            return op.gather(hidden, self._integer(0), self._integer(1))
        weight = op.unsqueeze(weight, self._axes(2))
        total = op.reduce_sum(op.multiply(hidden, weight), self._axes(1))
        return op.divide(total, op.reduce_sum(weight, self._axes(1)))

    def _tensor(self, name: str) -> NDArray[np.float32]:
        return self._weights[name]

    def _constant(self, value: NDArray[Any]) -> Node:
        return self._op.constant(np.array(value, order="C"))

    def _number(self, value: float) -> Node:
        return self._constant(np.array(value, np.float32))

    def _integer(self, value: int) -> Node:
        return self._constant(np.array(value, np.int64))

    def _axes(self, *values: int) -> Node:
        return self._constant(np.array(values, np.int64))


def _in_bytes(rows: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Whole numbers, and the scale of each row."""
    scale = np.maximum(np.abs(rows).max(axis=1, keepdims=True), np.float32(1e-12)) / np.float32(127)
    return np.round(rows / scale).astype(np.int8), scale
