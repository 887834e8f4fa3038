"""A compiled OpenVINO model of sentences, and the tokens that go into it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from host.core.vectors import Matrix
from host.index.splitter import without_surrogates

SETTINGS = {
    "PERFORMANCE_HINT": "LATENCY",
    "INFERENCE_PRECISION_HINT": "f32",
    # What is not in 8 bits stays exact; half precision would also be no faster.
}


_STEP = 16
"""Tokens to a multiple of which a batch is padded. OpenVINO keeps some megabytes for each length that it ever saw: with
all of them a long job would take gigabytes."""


_one_core = threading.Lock()


@cache
def _core() -> Any:
    """The one of this process, kept to its end.

    Each core gives the thread that first compiles with it a stack for signals and frees that when it goes, even where a
    later core has put it back in use: with two cores in any order, the next signal would end the process.
    """
    from openvino import Core

    return Core()


def read_tokenizer(path: Path, window: int) -> Any:
    """A tokenizer that cuts what the model would not read."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(path / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(window)
    return tokenizer


def token_ids(tokenizer: Any, texts: Sequence[str]) -> list[list[int]]:
    encodings = tokenizer.encode_batch([without_surrogates(text) for text in texts])
    return [encoding.ids for encoding in encodings]


class OpenVinoModel:
    """Runs one batch at a time; its callers take turns."""

    def __init__(self, model: Any, window: int) -> None:
        """`model` is an `openvino.Model` or the path of a stored one, `window` what it reads at most, in tokens."""
        self._window = window
        with _one_core:
            self._request = _core().compile_model(model, "CPU", SETTINGS).create_infer_request()

    def outputs(self, batch: Sequence[Sequence[int]], length: int) -> list[np.ndarray[Any, Any]]:
        """Of texts padded to `length` tokens."""
        shape = (len(batch), length)
        tokens, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for row, ids in enumerate(batch):
            tokens[row, : len(ids)] = ids
            mask[row, : len(ids)] = 1
        return [np.array(value) for value in self._request.infer([tokens, mask]).values()]

    def vectors(self, batch: Sequence[Sequence[int]]) -> Matrix:
        """Normalised."""
        longest = max(len(ids) for ids in batch)
        pooled = self.outputs(batch, min(-(-longest // _STEP) * _STEP, self._window))[0]
        vectors: Matrix = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
        return vectors
