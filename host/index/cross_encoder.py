"""A reranker: a cross-encoder that reads the question and a passage together, run by sentence-transformers."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from host.errors import ErrorCode, ModelError, NotFoundError
from host.index.embedders import Settings

log = logging.getLogger(__name__)

_CHOSEN = "reranker"
_BATCH = 8
_NEXT_STEP = "Copy its folder again, whole, or turn reranking off: ambry models rerank off."


class CrossEncoderReranker:
    """Implements the port `Reranker` for a folder in the layout of sentence-transformers' CrossEncoder."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._encoder: Any = None

    @property
    def name(self) -> str:
        return Path(self._settings.setting(_CHOSEN)).name

    def use(self, model: str) -> None:
        encoder = None
        if model:
            folder = Path(model).expanduser().resolve()
            if not folder.is_dir():
                raise NotFoundError(f"folder called {model!r}", "Give the folder of a cross-encoder.")
            encoder = _load(folder)
            _scores(encoder, folder, "How high is it?", ["It is two metres high."])
            model = str(folder)
        with self._lock:
            self._settings.set_setting(_CHOSEN, model)
            self._encoder = encoder

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        with self._lock:
            folder = Path(self._settings.setting(_CHOSEN))
            if self._encoder is None:
                self._encoder = _load(folder)
            return _scores(self._encoder, folder, question, texts)


def _load(folder: Path) -> Any:
    if not (folder / "config.json").is_file():
        raise _broken(folder)
    from sentence_transformers import CrossEncoder
    from transformers.utils import logging as transformers_logging

    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        encoder = CrossEncoder(str(folder), local_files_only=True)
    except Exception as exc:  # a damaged file fails in whichever library meets it first
        raise _broken(folder) from exc
    log.info("Reranking with %s", folder.name)
    return encoder


def _scores(encoder: Any, folder: Path, question: str, texts: Sequence[str]) -> list[float]:
    pairs = [(question, text) for text in texts]
    try:
        scores = np.asarray(encoder.predict(pairs, batch_size=_BATCH, show_progress_bar=False), np.float64)
    except (RuntimeError, IndexError, ValueError) as exc:
        raise _broken(folder) from exc
    if scores.shape != (len(texts),) or not np.isfinite(scores).all():
        raise ModelError(
            ErrorCode.MODEL_MISMATCH,
            f"The model in {folder} does not give one score for a question and a passage.",
            "Choose a cross-encoder that was trained to rank passages, with one output.",
        )
    return [float(score) for score in scores]


def _broken(folder: Path) -> ModelError:
    return ModelError(ErrorCode.MODEL_MISSING, f"The reranking model in {folder} is missing or not whole.", _NEXT_STEP)
