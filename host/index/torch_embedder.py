"""The embedding model run by sentence-transformers: on a GPU, or on a processor where nothing faster agrees with it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from host.core.models import EmbeddingModel, EmbeddingRuntime
from host.core.vectors import Matrix, Vector
from host.index.batches import token_batches
from host.index.gate import Gate
from host.index.model_folder import ModelFolder, broken, checked, missing, read_model
from host.index.splitter import TokenSplitter, without_surrogates

PROCESSOR_TOKENS = 512
"""In one batch, padded: a processor gains nothing from more, and a question waits for what has begun."""

GPU_TOKENS = 65_536

log = logging.getLogger(__name__)


class SentenceTransformersEmbedder:
    """Implements the port `Embedder` for a model folder in the sentence-transformers layout."""

    def __init__(self, path: Path, why: str = "it is the reference", floor: float | None = None) -> None:
        self._path = path
        self._why = why
        self._floor = floor
        self._gate = Gate()
        self._loading = threading.Lock()
        self._encoder: Any = None
        self._budget = PROCESSOR_TOKENS

    @property
    def model(self) -> EmbeddingModel:
        return self._folder.model

    @property
    def runtime(self) -> EmbeddingRuntime:
        device = str(self._loaded().device.type)
        precision = "fp32" if device == "cpu" else "fp16"
        return EmbeddingRuntime("PyTorch", "processor" if device == "cpu" else device, precision, self._why)

    @cached_property
    def splitter(self) -> TokenSplitter:
        return TokenSplitter.from_file(self._path / "tokenizer.json")

    def warm(self) -> None:
        """Load everything, so that the first question does not wait for it."""
        self.embed_question("")

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        vectors = np.empty((len(texts), self.model.dimension), np.float32)
        texts = [self._folder.passage_prefix + text for text in texts]
        longest = self._folder.window
        lengths = [min(self.splitter.count(text) + self.splitter.special_tokens, longest) for text in texts]
        self._loaded()  # which knows how much goes into a batch
        for batch in token_batches(lengths, self._budget):
            with self._gate.patient():
                vectors[batch] = self._embed([texts[index] for index in batch])
        return vectors

    def embed_question(self, text: str) -> Vector:
        with self._gate.hurried():
            vector: Vector = self._embed([self._folder.query_prefix + text])[0]
        return vector

    @cached_property
    def _folder(self) -> ModelFolder:
        return read_model(self._path, self.splitter, self._floor)

    def _embed(self, texts: list[str]) -> Matrix:
        encoder = self._loaded()
        try:
            vectors = encoder.encode(
                [without_surrogates(text) for text in texts],
                prompt="",  # or the model's default prompt would come on top of ours
                batch_size=len(texts),
                normalize_embeddings=True,
                show_progress_bar=False,
            ).astype(np.float32)
        except (RuntimeError, IndexError) as exc:
            if len(texts) > 1 and _out_of_memory(exc):
                log.warning("Memory was too short for %d texts at once", len(texts))
                self._budget //= 2
                half = len(texts) // 2
                return np.concatenate([self._embed(texts[:half]), self._embed(texts[half:])])
            raise broken(self._path, "The embedding model failed") from exc
        return checked(np.asarray(vectors), self.model, self._path)

    def _loaded(self) -> Any:
        with self._loading:
            if self._encoder is None:
                self._encoder = self._load()
            return self._encoder

    def _load(self) -> Any:
        folder = self._folder
        import torch
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging as transformers_logging

        transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
        try:
            encoder = SentenceTransformer(str(folder.path), device=device, local_files_only=True)
        except Exception as exc:  # a damaged file fails in whichever library meets it first
            raise missing(folder.path) from exc
        log.info("Embedding with %s on %s: %s", folder.model.name, device, self._why)
        if device == "cpu":
            return encoder
        self._budget = GPU_TOKENS
        return encoder.half()


def _out_of_memory(error: Exception) -> bool:
    """CUDA's is a type of its own; others only say so."""
    return type(error).__name__ == "OutOfMemoryError" or "out of memory" in str(error)
