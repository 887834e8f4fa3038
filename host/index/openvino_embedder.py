"""The embedding model in 8 bits on the processor, run by OpenVINO: light to start and several times as fast."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from host.core.models import EmbeddingModel, EmbeddingRuntime
from host.core.vectors import Matrix, Vector
from host.errors import ErrorCode, ModelError
from host.index.batches import token_batches
from host.index.gate import Gate
from host.index.light_model import LightModel, Verdict, light_revision
from host.index.model_folder import ModelFolder, broken, checked, read_model
from host.index.openvino_model import OpenVinoModel, read_tokenizer, token_ids
from host.index.splitter import TokenSplitter

BATCH_TOKENS = 512
"""Padded. A processor computes a token of them as fast as one of 2,048, there is less padding, and a question waits
for what has begun."""

log = logging.getLogger(__name__)


class OpenVinoEmbedder:
    """Implements the port `Embedder` for a model folder whose 8-bit form is kept in `kept`."""

    def __init__(self, path: Path, kept: Path, floor: float | None = None) -> None:
        """Raises ModelError when the folder is missing or not whole."""
        self._path = path
        self.splitter = TokenSplitter.from_file(path / "tokenizer.json")
        self._folder: ModelFolder = read_model(path, self.splitter, floor)
        exact = self._folder.model
        revision = light_revision(exact.revision)
        self.model: EmbeddingModel = replace(exact, revision=revision)
        self.light = LightModel(path, self._folder.window, kept / f"{exact.name}-{revision}")
        self._gate = Gate()
        self._loading = threading.Lock()
        self._encoder: OpenVinoModel | None = None

    @property
    def runtime(self) -> EmbeddingRuntime:
        return EmbeddingRuntime("OpenVINO", "processor", "int8", self.light.verdict().why)

    def warm(self) -> None:
        """Load everything, so that the first question does not wait for it."""
        self.embed_question("")

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        vectors = np.empty((len(texts), self.model.dimension), np.float32)
        ids = self._ids([self._folder.passage_prefix + text for text in texts])
        for batch in token_batches([len(tokens) for tokens in ids], BATCH_TOKENS):
            with self._gate.patient():
                vectors[batch] = self._embed([ids[index] for index in batch])
        return vectors

    def embed_question(self, text: str) -> Vector:
        ids = self._ids([self._folder.query_prefix + text])
        with self._gate.hurried():
            vector: Vector = self._embed(ids)[0]
        return vector

    @cached_property
    def _tokenizer(self) -> Any:
        return read_tokenizer(self._path, self._folder.window)

    def _ids(self, texts: list[str]) -> list[list[int]]:
        ids = token_ids(self._tokenizer, texts)
        if max((max(tokens, default=0) for tokens in ids), default=0) >= self._folder.vocabulary:
            raise broken(self._path, "The embedding model's tokenizer belongs to another model")
        return ids

    def _embed(self, ids: list[list[int]]) -> Matrix:
        encoder = self._loaded()
        try:
            vectors = encoder.vectors(ids)
        except RuntimeError as exc:
            raise broken(self._path, "The embedding model failed") from exc
        return checked(vectors, self.model, self._path)

    def _loaded(self) -> OpenVinoModel:
        with self._loading:
            if self._encoder is None:
                self._encoder = self._load()
                log.info("Embedding with %s in 8 bits: %s", self.model.name, self.light.verdict().why)
            return self._encoder

    def _load(self) -> OpenVinoModel:
        self._expect_usable(self.light.verdict())
        try:
            return OpenVinoModel(self.light.graph, self._folder.window)
        except RuntimeError:
            log.warning("The 8-bit model kept in %s is damaged and is made anew", self.light.graph.parent)
        self._expect_usable(self.light.make())
        return OpenVinoModel(self.light.graph, self._folder.window)

    def _expect_usable(self, verdict: Verdict) -> None:
        if not verdict.usable:
            raise ModelError(
                ErrorCode.MODEL_MISSING,
                f"The embedding model cannot run in 8 bits: {verdict.why}.",
                "Close every browser for ten minutes: the engine then starts again, with the exact model.",
            )
