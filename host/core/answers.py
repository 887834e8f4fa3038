"""A question with its passages on the way to a provider, and the answer on the way back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from host.core.chunks import Chunk
from host.core.documents import About, Anchor


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk chosen for an answer, numbered as a source from 1."""

    n: int
    chunk: Chunk
    score: float
    document_id: int
    uri: str
    title: str
    media_type: str
    anchors: tuple[Anchor, ...] = ()
    """The anchors of its document that matter for this chunk: the last before it and those inside."""
    about: About = About()
    """Of its document."""
    path: str = ""
    """Where its file is on this computer, if it is in a watched folder."""


@dataclass(frozen=True, slots=True)
class Citation:
    """One `[n]` of an answer, resolved to the sentence that supports it."""

    n: int
    quote: str
    url: str
    label: str
    """Where in the source that sentence stands, for people."""


@dataclass(frozen=True, slots=True)
class Turn:
    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """Everything that a provider may see: the chosen passages and nothing else of the person's."""

    question: str
    passages: tuple[Passage, ...]
    history: tuple[Turn, ...] = ()
    whole_document: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a streamed answer."""

    text: str
    kind: Literal["answer", "thinking"] = "answer"


@dataclass(frozen=True, slots=True)
class ProviderStatus:
    ready: bool
    models: tuple[str, ...] = ()
    next_step: str = ""
