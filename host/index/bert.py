"""A BERT encoder's shape and weights, read from its folder without the library that trained it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Weights = Mapping[str, NDArray[np.float32]]
Pooling = Literal["mean", "cls"]

_MODULES = ("Transformer", "Pooling", "Normalize")
_MODES = {"pooling_mode_cls_token": "cls", "pooling_mode_mean_tokens": "mean"}


class UnknownShapeError(Exception):
    """A model that is not built as the ones that we can build; says in which way."""


@dataclass(frozen=True, slots=True)
class BertShape:
    layers: int
    heads: int
    hidden: int
    epsilon: float
    """Of its layer norms."""
    vocabulary: int
    pooling: Pooling

    @property
    def head(self) -> int:
        return self.hidden // self.heads


def read_shape(path: Path) -> BertShape:
    """Raises UnknownShapeError, OSError and ValueError."""
    config = json.loads((path / "config.json").read_text("utf-8"))
    _expect(config.get("model_type") == "bert", f"its architecture is {config.get('model_type')}")
    _expect(config.get("hidden_act") == "gelu", f"its activation is {config.get('hidden_act')}")
    positions = config.get("position_embedding_type") or "absolute"
    _expect(positions == "absolute", f"its positions are {positions}")
    _check_modules(path)
    try:
        return BertShape(
            layers=config["num_hidden_layers"],
            heads=config["num_attention_heads"],
            hidden=config["hidden_size"],
            epsilon=config["layer_norm_eps"],
            vocabulary=config["vocab_size"],
            pooling=_pooling(path / "1_Pooling" / "config.json"),
        )
    except KeyError as exc:
        raise UnknownShapeError(f"its configuration has no {exc}") from exc


def read_weights(path: Path) -> Weights:
    """Raises UnknownShapeError when they are in another form than safetensors, or damaged."""
    from safetensors import SafetensorError
    from safetensors.numpy import load_file

    try:
        tensors = load_file(path / "model.safetensors")
    except (OSError, SafetensorError) as exc:
        raise UnknownShapeError("its weights cannot be read as safetensors") from exc
    return {name.removeprefix("bert."): tensor.astype(np.float32) for name, tensor in tensors.items()}


def _check_modules(path: Path) -> None:
    modules = json.loads((path / "modules.json").read_text("utf-8"))
    kinds = [module["type"].rsplit(".", 1)[-1] for module in modules]
    _expect(tuple(kinds) in (_MODULES, _MODULES[:2]), f"it is made of {', '.join(kinds)}")
    text = path / "sentence_bert_config.json"
    settings: dict[str, Any] = json.loads(text.read_text("utf-8")) if text.exists() else {}
    _expect(not settings.get("do_lower_case"), "it wants its texts in lower case")


def _pooling(path: Path) -> Pooling:
    """The one way of pooling that is switched on, as older and newer folders write it."""
    config = json.loads(path.read_text("utf-8"))
    modes = [name for name, value in config.items() if name.startswith("pooling_mode_") and value is True]
    mode = config.get("pooling_mode") or [_MODES.get(name, name) for name in modes]
    if mode in ("mean", ["mean"]):
        return "mean"
    _expect(mode in ("cls", ["cls"]), f"it pools by {mode}")
    return "cls"


def _expect(condition: bool, otherwise: str) -> None:
    if not condition:
        raise UnknownShapeError(otherwise)
