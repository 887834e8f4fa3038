"""The embedding model, and how this machine runs it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """Which vectors may be compared: equal name, revision and dimension."""

    name: str
    revision: str
    dimension: int
    max_tokens: int
    """What the model reads, special tokens included; text past it would silently not be embedded."""
    floor: float
    """Cosine below which nothing of ours is about the question. Measured for this model."""

    @property
    def identity(self) -> tuple[str, str, int]:
        return self.name, self.revision, self.dimension


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A model folder on this machine that could be used."""

    name: str
    folder: str
    in_use: bool


@dataclass(frozen=True, slots=True)
class EmbeddingRuntime:
    """How the embedding model is run on this machine."""

    engine: str
    device: str
    precision: str
    why: str
    """Why this way and no other, in words."""
