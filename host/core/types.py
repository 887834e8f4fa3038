"""The values that flow through Ambry. They carry no identity: ids and row keys belong to the store."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
"""Shape (dimension,), L2-normalised."""

Matrix = NDArray[np.float32]
"""Shape (n, dimension), rows L2-normalised."""


class CollectionKind(StrEnum):
    SITE = "site"
    VAULT = "vault"
    PAGE = "page"
    VIDEO = "video"

    @property
    def temporary(self) -> bool:
        """Whether it only lives for what is in view."""
        return self in (CollectionKind.PAGE, CollectionKind.VIDEO)


class JobState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"

    @property
    def ended(self) -> bool:
        return self in (JobState.DONE, JobState.CANCELLED, JobState.FAILED)


class ItemState(StrEnum):
    INDEXED = "indexed"
    UNCHANGED = "unchanged"
    SKIPPED = "skipped"
    FAILED = "failed"


JobKind = Literal["index_site", "add_files", "read_folder", "read_file", "reindex"]


@dataclass(frozen=True, slots=True)
class Anchor:
    """From `start` (offset in the Markdown) on, the text stands at this place of the original."""

    start: int
    kind: Literal["page", "second", "fragment"]
    value: str
    """A PDF page number (from 1), whole seconds of a video, or the id of an element in a web page."""


@dataclass(frozen=True, slots=True)
class About:
    """What a document says of itself beside its title and language; what it does not say is empty."""

    authors: tuple[str, ...] = ()
    """Names, in the order of the document."""
    published: str = ""
    """`YYYY-MM-DD`; where only a month or a year is given, its first day."""
    modified: str = ""
    """`YYYY-MM-DD`, as above."""
    site: str = ""
    """The name of the site, journal or publisher."""
    description: str = ""
    canonical: str = ""
    """The address that a web page wants to be known by."""
    breadcrumbs: tuple[str, ...] = ()
    """The way to a web page from the top of its site, in words."""

    @property
    def date(self) -> str:
        """The one date to show, sort and filter by."""
        return self.published or self.modified

    @classmethod
    def of(cls, values: Mapping[str, str | list[str]]) -> About:
        """From its fields as JSON has them."""
        return cls(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Document:
    """One page, file or transcript, converted."""

    uri: str
    title: str
    markdown: str
    media_type: str = "text/html"
    """Of the original, not of the Markdown."""
    folder: str = ""
    """Folder path inside a vault, ending in `/`; empty at the top."""
    language: str = ""
    strategy: str = ""
    """How the Markdown was made: for the log and for `extract`."""
    anchors: tuple[Anchor, ...] = ()
    """Sorted by `start`."""
    page_type: str = ""
    """Of a web page: article, documentation, forum, product or other. Not stored."""
    file_hash: str = ""
    """SHA-256 of the file that it was made from; empty for pages and transcripts."""
    about: About = About()
    path: str = ""
    """Where that file is on this computer, if it is in a watched folder."""
    pictures: tuple[int, ...] = ()
    """Numbers of the pages, from 1, that are pictures of which nothing is in the Markdown. Not stored."""

    @property
    def content_hash(self) -> str:
        """SHA-256 of all that the index depends on. Many sites say of each page that it was modified just now."""
        about = (*self.about.authors, self.about.published, self.language)
        return text_hash("\0".join((self.title, self.markdown, *about)))


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


@dataclass(frozen=True, slots=True)
class Scored:
    chunk_id: int
    score: float


class SearchMode(StrEnum):
    """What a search goes by."""

    HYBRID = "hybrid"
    """Both, fused."""
    SEMANTIC = "semantic"
    """Nearness in meaning: cosines."""
    KEYWORD = "keyword"
    """Words: BM25. Needs no embedding model."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """What the two searches found, each best first, and what both say of each of these chunks."""

    dense: tuple[Scored, ...]
    """Scores are cosines."""
    keyword: tuple[Scored, ...]
    """Scores are BM25: only those above 0."""
    chunk_ids: NDArray[np.int64]
    """Of either search, ascending."""
    cosines: NDArray[np.float32]
    """Of each chunk, also of those that only words found."""
    bm25: NDArray[np.float32]
    """Of each chunk, also of those that only meaning found."""
    coverage: NDArray[np.float32]
    """How much of the question's words each chunk has, rare ones counting more: 0 to 1."""
    wider_cosines: NDArray[np.float32]
    """Of each chunk together with those around it in its document."""
    wider_bm25: NDArray[np.float32]
    """Of each chunk together with those around it in its document."""
    vectors: Matrix
    """Of each chunk."""
    words: int = 0
    """Of the question, each counted once, without those that tell nothing."""
    texts: int = 0
    """Chunks that were searched: among few, none of their words is rare."""
    dense_seconds: float = 0.0
    keyword_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class SearchFilter:
    """Only chunks of these documents are looked at; what is empty does not restrict."""

    folder: str = ""
    """Path of a folder in a vault: documents in it and below it."""
    language: str = ""
    """Tag such as `de`: documents in it or in one of its varieties."""
    document: int = 0
    """Id of the only one."""
    since: str = ""
    until: str = ""
    """`YYYY-MM-DD`, inclusive, or the start of such a date: `2025` ends with its last day."""


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


@dataclass(frozen=True, slots=True)
class Job:
    """Background work on a collection."""

    id: int
    kind: JobKind
    collection_id: int
    title: str
    request: str
    """JSON that the service needs to start or resume it."""
    state: JobState
    stage: str
    total: int
    indexed: int
    unchanged: int
    skipped: int
    failed: int
    error: str
    """JSON of the error that ended it; empty otherwise."""
    created: float
    updated: float


@dataclass(frozen=True, slots=True)
class JobItem:
    """How one page or file of a job ended."""

    uri: str
    state: ItemState
    reason: str = ""
    code: str = ""
    """A stable word for the reason; empty when there is none or nobody needs to tell it from others."""


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


@dataclass(frozen=True, slots=True)
class Response:
    """What a fetch brought: `url` is the final one, after redirects."""

    url: str
    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    """Names in lower case."""
    tries: int = 1
    """Above 1: the server asked for time before it answered."""

    @property
    def media_type(self) -> str:
        """The Content-Type without parameters, lower case; empty when the server names none."""
        return self.headers.get("content-type", "").split(";")[0].strip().lower()


def text_hash(text: str) -> str:
    """SHA-256 of the exact text, hexadecimal. Lone surrogates, which JSON lets through, are kept apart."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
