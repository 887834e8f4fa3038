"""Parts of a document, as they are embedded, stored and found."""

from __future__ import annotations

from dataclasses import dataclass

from host.core.documents import About, Anchor
from host.core.vectors import Vector


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of a document's Markdown: `document.markdown[start:end] == text`, always."""

    text: str
    start: int
    end: int
    headings: tuple[str, ...] = ()
    """Heading path from the document's top to this chunk, plain text."""
    opening: str = ""
    """Of a chunk that starts inside a block: what opened it, such as the fence of its code or the header of its table.
    Ends with a line ending."""

    @property
    def markdown(self) -> str:
        """The text as Markdown that reads right by itself."""
        return self.opening + self.text


@dataclass(frozen=True, slots=True)
class ChunkSettings:
    """Recorded with each collection; a change marks it as needing a new index."""

    size: int = 512
    """Upper bound in tokens, special tokens included; the model's own limit also holds."""
    overlap: int = 0
    """Tokens of the previous chunk repeated at the start of the next. None: they cost more than they give."""
    cap: int = 200
    """Chunks of one document at most; a document that is cut says so."""


@dataclass(frozen=True, slots=True)
class EmbeddedChunk:
    """A chunk on its way into the store."""

    chunk: Chunk
    text: str
    """The exact text that was embedded: title, heading path and chunk."""
    vector: Vector | None
    """None when the store already has the vector of this very text."""


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk with what is needed to show and cite it."""

    id: int
    document_id: int
    chunk: Chunk
    uri: str
    title: str
    media_type: str
    anchors: tuple[Anchor, ...] = ()
    """The anchors of its document that matter for this chunk: the last before it and those inside."""
    about: About = About()
    """Of its document."""
    path: str = ""
    """Where its file is on this computer, if it is in a watched folder."""
