"""The embedding model, run by sentence-transformers: loaded from a folder when first needed, never from the network."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from host.core.types import EmbeddingModel, Matrix, Vector
from host.errors import ErrorCode, ModelError
from host.index.gate import Gate
from host.index.model_folder import ModelFolder, missing, read_model
from host.index.splitter import TokenSplitter, without_surrogates

BATCH = 8
"""Texts of like length at once: on two cores twice the speed of batches of 32, and a question waits less."""

log = logging.getLogger(__name__)


class SentenceTransformersEmbedder:
    """Implements the port `Embedder` for a model folder in the sentence-transformers layout."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._gate = Gate()
        self._loading = threading.Lock()
        self._encoder: Any = None

    @property
    def model(self) -> EmbeddingModel:
        return self._folder.model

    @cached_property
    def splitter(self) -> TokenSplitter:
        return TokenSplitter.from_file(self._path / "tokenizer.json")

    def warm(self) -> None:
        """Load everything, so that the first question does not wait for it."""
        self.embed_question("")

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        vectors = np.empty((len(texts), self.model.dimension), np.float32)
        # Texts of like length together: little is padded.
        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        for first in range(0, len(order), BATCH):
            batch = order[first : first + BATCH]
            with self._gate.patient():
                vectors[batch] = self._embed([texts[index] for index in batch], self._folder.passage_prefix)
        return vectors

    def embed_question(self, text: str) -> Vector:
        with self._gate.hurried():
            vector: Vector = self._embed([text], self._folder.query_prefix)[0]
        return vector

    @cached_property
    def _folder(self) -> ModelFolder:
        return read_model(self._path, self.splitter)

    def _embed(self, texts: list[str], prefix: str) -> Matrix:
        encoder = self._loaded()
        try:
            vectors = encoder.encode(
                [prefix + without_surrogates(text) for text in texts],
                prompt="",  # or the model's default prompt would come on top of ours
                batch_size=BATCH,
                normalize_embeddings=True,
                show_progress_bar=False,
            ).astype(np.float32)
        except (RuntimeError, IndexError) as exc:
            raise self._broken("The embedding model failed") from exc
        if vectors.shape[1] != self.model.dimension:
            raise self._broken("The embedding model has another dimension than its configuration says")
        if not np.isfinite(vectors).all():
            raise self._broken("The embedding model gave numbers that are none")
        return np.asarray(vectors)

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
        log.info("Embedding with %s on %s", folder.model.name, device)
        return encoder if device == "cpu" else encoder.half()

    def _broken(self, what: str) -> ModelError:
        return ModelError(
            ErrorCode.MODEL_MISSING,
            f"{what}: {self._path}.",
            "Copy the model's folder again, whole, or choose another.",
        )
