"""The documents of a collection as a person looks through them: without their text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from host.core.candidates import SearchFilter


@dataclass(frozen=True, slots=True)
class Entry:
    """A stored document, as it is listed."""

    id: int
    collection_id: int
    uri: str
    title: str
    folder: str
    """Folder path inside a vault, ending in `/`; empty at the top."""
    media_type: str
    chunks: int
    content_hash: str
    """Of its words, not of the bytes that they were read from."""
    path: str = ""
    """Where its file is on this computer, if it is in a watched folder."""


@dataclass(frozen=True, slots=True)
class Facets:
    """What the documents of a collection can be narrowed by."""

    folders: tuple[str, ...]
    """Each ending in `/`, in order."""
    languages: tuple[str, ...]
    """Tags, the most frequent first."""
    dates: tuple[str, str]
    """The earliest and the latest; both empty when no document gives one."""


class Catalogue(Protocol):
    """Blocking, safe from several threads. Raises StoreError, and NotFoundError for ids that are not there."""

    def entries(self, collection_id: int) -> list[Entry]:
        """In order of folder and URI."""
        ...

    def entry(self, document_id: int) -> Entry: ...

    def find(self, collection_id: int, uri: str) -> Entry | None: ...

    def left(self, collection_id: int, only: SearchFilter) -> int:
        """How many documents a filter leaves."""
        ...

    def facets(self, collection_id: int) -> Facets: ...

    def in_vaults(self, uri: str) -> list[Entry]:
        """The documents of this URI in the vaults of the person."""
        ...

    def same_words(self, collection_id: int, content_hash: str) -> Entry | None:
        """A document of the collection with these very words."""
        ...

    def remove(self, document_id: int) -> None:
        """With its chunks, and the vectors that no other text needs."""
        ...
