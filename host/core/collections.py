"""The searchable indexes that a person has."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from host.core.chunks import ChunkSettings


class CollectionKind(StrEnum):
    SITE = "site"
    VAULT = "vault"
    PAGE = "page"
    VIDEO = "video"

    @property
    def temporary(self) -> bool:
        """Whether it only lives for what is in view."""
        return self in (CollectionKind.PAGE, CollectionKind.VIDEO)


@dataclass(frozen=True, slots=True)
class Collection:
    """One searchable index, as the store sees it."""

    id: int
    kind: CollectionKind
    key: str
    title: str
    model: str
    settings: ChunkSettings
    """Those that its chunks were cut by."""
    documents: int
    chunks: int
    refresh_hours: int = 0
    """A site is read again after so many hours; 0: only by hand."""
    refreshed: float = 0.0
    """When a site was last read to its end, Unix time; 0: never."""
    revision: str = ""
    """Of the model."""
    dimension: int = 0
    edition: int = 0
    """Number of the index that answers: of its chunks, its model and its way of cutting."""
    chunker: int = 0
    """Revision of the program's own way of cutting that made its chunks."""
    wanted: ChunkSettings = ChunkSettings()
    """Those that the person set; where they differ, a new index is needed."""

    @property
    def identity(self) -> tuple[str, str, int]:
        """Of the model that made its vectors: those of two models cannot be compared."""
        return self.model, self.revision, self.dimension
