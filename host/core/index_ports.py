"""What making a collection's next index needs from outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from host.core.chunks import ChunkSettings, EmbeddedChunk
from host.core.documents import Document
from host.core.models import EmbeddingModel


class Editions(Protocol):
    """The edition that is to take a collection's place, made beside the one that answers. Blocking.

    Each method is one transaction. Raises StoreError.
    """

    def begin(self, collection_id: int, model: EmbeddingModel, settings: ChunkSettings) -> int:
        """The number of the edition in the making: a new one, unless there is one for the same already.

        One that was begun for anything else is thrown away.
        """
        ...

    def missing(self, edition: int, characters: int) -> list[tuple[int, Document]]:
        """Documents with their ids that it does not have yet, in the order of these: about so many characters."""
        ...

    def put(self, edition: int, documents: Sequence[tuple[int, Sequence[EmbeddedChunk]]]) -> None:
        """Store chunks and vectors of documents, but not of those that were replaced or deleted meanwhile.

        Nor of those whose chunks come without a vector that was to be shared, and has gone.
        """
        ...

    def switch(self, edition: int) -> bool:
        """Let it answer from now on. False, and nothing changes, when it lacks a document."""
        ...

    def discard(self, collection_id: int) -> None:
        """Throw away what was begun and what earlier editions left behind; the one that answers stays whole.

        In small steps, a transaction each: chunks, and vectors that nothing needs any more.
        """
        ...
