"""The same model run by ONNX Runtime, the other light way: with its fused operators, in fp32 and in dynamic 8 bits."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from host.index.bert import read_shape
from host.index.openvino_model import read_tokenizer
from tests.benchmarks.batched import Embed, batched


def onnx_runtime(model: Path, window: int, budget: int, folder: Path) -> dict[str, Embed]:
    """Batches of at most `budget` tokens, as ours are. What is exported is kept in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    fused, small = folder / "fused.onnx", folder / "int8.onnx"
    if not small.exists():
        _export(model, fused)
        _quantise(fused, small)
    tokenizer = read_tokenizer(model, window)
    return {
        "onnx runtime": _embed(fused, tokenizer, budget),
        "onnx runtime int8": _embed(small, tokenizer, budget),
    }


def _export(model: Path, fused: Path) -> None:
    import torch
    from onnxruntime.transformers.optimizer import optimize_model
    from transformers import AutoModel

    class Hidden(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.encoder = AutoModel.from_pretrained(str(model), attn_implementation="eager").eval()

        def forward(self, tokens: Any, mask: Any) -> Any:
            return self.encoder(input_ids=tokens, attention_mask=mask).last_hidden_state

    example = torch.ones(2, 16, dtype=torch.long)
    axes = {name: {0: "texts", 1: "length"} for name in ("tokens", "mask", "hidden")}
    plain = fused.with_name("plain.onnx")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter that the fusion knows is the older one
        torch.onnx.export(
            Hidden(), (example, example), str(plain), dynamo=False, opset_version=17,
            input_names=["tokens", "mask"], output_names=["hidden"], dynamic_axes=axes,
        )  # fmt: skip
    shape = read_shape(model)
    optimized = optimize_model(str(plain), "bert", num_heads=shape.heads, hidden_size=shape.hidden, opt_level=1)
    optimized.save_model_to_file(str(fused))


def _quantise(fused: Path, small: Path) -> None:
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    extra = {"MatMulConstBOnly": True, "DefaultTensorType": onnx.TensorProto.FLOAT}
    kinds = ["MatMul", "Attention"]
    quantize_dynamic(fused, small, kinds, per_channel=True, weight_type=QuantType.QInt8, extra_options=extra)


def _embed(path: Path, tokenizer: Any, budget: int) -> Embed:
    from onnxruntime import InferenceSession

    session = InferenceSession(str(path), providers=["CPUExecutionProvider"])

    def vectors(batch: Sequence[Sequence[int]]) -> np.ndarray[Any, Any]:
        mask = np.zeros((len(batch), max(map(len, batch))), np.int64)
        tokens = np.zeros_like(mask)
        for row, ids in enumerate(batch):
            tokens[row, : len(ids)], mask[row, : len(ids)] = ids, 1
        (hidden,) = session.run(None, {"tokens": tokens, "mask": mask})
        pooled = (hidden * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
        return pooled / np.linalg.norm(pooled, axis=1, keepdims=True)

    return batched(vectors, tokenizer, budget)
