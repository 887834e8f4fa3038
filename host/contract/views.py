"""Values inside messages. Read-only pictures of what the engine knows; they carry no behaviour."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from host.errors import ErrorCode


class Model(BaseModel):
    """Base of everything on the wire: immutable, and strict about unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True, hide_input_in_errors=True)


CollectionKind = Literal["site", "vault", "page", "video"]
JobKind = Literal["index_site", "add_files", "read_folder", "read_file", "reindex"]
JobState = Literal["queued", "running", "paused", "done", "cancelled", "failed"]
ItemState = Literal["indexed", "unchanged", "skipped", "failed"]
FolderState = Literal["reading", "watching", "polling", "paused", "unreachable"]
"""Of a watched folder: its changes are read now; reported by the system; looked for every few seconds; left until the
person says otherwise; or it is not there, and its documents wait for it."""
AnswerMode = Literal["document", "passages", "none"]
"""What the provider was given: the whole document, chosen passages, or nothing that fits the question."""
ProviderPlace = Literal["on_device", "cloud"]
PageSource = Literal["sitemap", "links"]
"""Where a site's pages come from: its sitemaps name them, or they are found link by link."""


OcrLanguage = Annotated[str, Field(pattern=r"^[A-Za-z0-9_/-]{1,40}$")]
"""Tesseract's name of a language, such as `eng` or `script/Latin`."""


class ErrorView(Model):
    """What went wrong, in words, and what to do next."""

    code: ErrorCode
    message: str
    next_step: str = ""
    log_reference: str = ""
    """For `internal` only: finds the full report in the log."""


class ChunkingView(Model):
    """How the documents of a collection are cut into passages."""

    size: int
    """Tokens of a passage at most, as far as the model reads them."""
    overlap: int
    """Tokens of a passage that the next one repeats."""
    cap: int
    """Passages of one document at most."""


class CollectionView(Model):
    id: int
    kind: CollectionKind
    key: str
    """The host (and path prefix) of a site, the name of a vault, a page's URL, a video's id."""
    title: str
    documents: int
    chunks: int
    model: str
    refresh_hours: int = 0
    """A site is read again after so many hours while the engine runs; 0: only by hand."""
    refreshed: float = 0.0
    """When a site was last read to its end, Unix time in seconds; 0: never."""
    chunking: ChunkingView | None = None
    """As it is set; null for a page or video in view."""
    outdated: str = ""
    """Why it needs a new index, in words; empty when it needs none. Until it has one, the old one answers."""


class SectionView(Model):
    """A folder of a site. Sections come as a tree flattened in order: each after the one that holds it."""

    path: str
    """From the host's root, such as `/docs/api`; `/` is the site's own top."""
    pages: int
    """Pages in it and below it."""
    depth: int
    """0 for the top of the plan."""


class DocumentView(Model):
    """A document of a collection, without its text."""

    id: int
    collection: int
    uri: str
    title: str
    name: str
    """What the person knows it by: the path of a file in a vault, else its address."""
    folder: str
    """Of a file in a vault, ending in `/`; empty at the top and for what is no file."""
    media_type: str
    chunks: int
    url: str
    """Opens the original; empty for what has no address on the web."""
    path: str = ""
    """Where its file is on this computer, if it is in a watched folder."""


class TrackView(Model):
    """Captions of a video, or a language that they can be translated into."""

    language: str
    label: str
    automatic: bool


class TranscriptView(Model):
    """Which captions of a video were read."""

    language: str
    label: str
    """What the video's site calls them; may be empty."""
    automatic: bool
    translated: bool
    """By the video's site."""
    reader: Literal["host", "page"]
    """Who got them: the host from the video's site, or the client from the page that the person is watching."""
    tracks: tuple[TrackView, ...]
    translations: tuple[TrackView, ...]


class KeptView(Model):
    """A page or video in a vault."""

    vault: str
    document: DocumentView
    changed: bool | None
    """Whether what is in view says something else by now; null while that has not been read."""


class PlaceView(Model):
    """From `start` on, the text of a document stands at this place of the original."""

    start: int
    """In characters from the beginning of the Markdown."""
    label: str
    """`p. 3` or `2:15`."""
    url: str


class Turn(Model):
    """One earlier message of the conversation."""

    role: Literal["user", "assistant"]
    text: str


class AboutView(Model):
    """What a document says of itself beside its title and language; what it does not say is empty."""

    authors: tuple[str, ...] = ()
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


class SourceView(Model):
    """A passage chosen for an answer."""

    n: int
    document: int
    uri: str
    title: str
    headings: tuple[str, ...]
    text: str
    start: int
    """Where the passage stands in its document's Markdown, in characters."""
    end: int
    score: float
    url: str
    """Opens the source at this passage: text fragment, PDF page, video second or heading."""
    label: str
    """Where in the source, for people: `p. 3`, `2:15`, a heading."""
    path: str = ""
    """Where its file is on this computer, if it is in a watched folder."""
    cited: bool = False
    authors: tuple[str, ...] = ()
    date: str = ""
    """When it was published, else modified: `YYYY-MM-DD`, or empty."""


class ReasonView(Model):
    """Why a passage was found. A search that did not have it among its best has no rank."""

    n: int
    """Of the passage."""
    fused: float
    """Both scores, standardised, and those of the passages nearest to it; the score itself when there was one search
    only. What it was ranked by, unless it was reranked."""
    reranked: float | None = None
    """What the reranking model gave it, when one was asked: ranks before `fused`."""
    dense: float | None = None
    """Cosine to the question; null when there was no search by meaning."""
    dense_rank: int | None = None
    keyword: float = 0.0
    """BM25; 0 when it has none of the words."""
    keyword_rank: int | None = None
    coverage: float = 0.0
    """How much of the question's words it has, rare ones counting more: 0 to 1."""


class StepView(Model):
    """A step of a search and the time it took."""

    name: str
    milliseconds: float


class ExplanationView(Model):
    reasons: tuple[ReasonView, ...]
    mode: Literal["hybrid", "semantic", "keyword"]
    filters: tuple[str, ...] = ()
    """What the search was restricted to, such as `folder notes/`."""
    floor: float
    """Cosine that a passage with half of the question's words needs for an answer."""
    steps: tuple[StepView, ...]


class CitationView(Model):
    """One `[n]` of an answer, resolved to the very sentence that supports it."""

    n: int
    quote: str
    url: str
    label: str = ""
    """Where in the source the sentence stands, for people."""


class JobView(Model):
    id: int
    kind: JobKind
    collection: int
    title: str
    state: JobState
    stage: str
    """What it is doing now, in words."""
    total: int
    indexed: int
    unchanged: int
    skipped: int
    failed: int
    error: ErrorView | None = None
    created: float
    """Unix time, seconds."""
    updated: float


class JobItemView(Model):
    """How one page or file of a job ended, and why."""

    uri: str
    state: ItemState
    reason: str = ""
    """In words, for the person."""
    code: str = ""
    """A stable word for the reason, such as `needs_browser`; empty when there is none."""
    again: bool = False
    """Whether `retry_job` may end it better."""


class JobFileView(Model):
    """A file of a job that has not ended."""

    path: str
    state: Literal["waiting", "reading", "indexing"]


class FolderView(Model):
    """A folder on this computer whose files are in a vault, and stay as they are there."""

    id: int
    collection: int
    vault: str
    path: str
    exclude: tuple[str, ...]
    state: FolderState
    note: str
    """What the person should know about the state, in words; empty when all is well."""
    documents: int
    failed: int
    unsupported: int
    """Files of a kind that cannot be read."""
    problems: tuple[JobItemView, ...]
    """The first of the files that failed, could not be looked at, or were not read whole, with the reason.

    Those whose code is `encrypted` or `needs_ocr` come first: `read_watched_file` reads them with what they lack.
    """
    checked: float
    """When it was last looked at as a whole, Unix time in seconds; 0: never."""
    changed: float
    """When a change in it was last taken into the index, Unix time in seconds; 0: never."""


class EmbeddingView(Model):
    """The embedding model in use, and how this machine runs it."""

    model: str
    revision: str
    dimension: int
    max_tokens: int
    engine: str
    device: str
    precision: str
    why: str
    floor: float
    """Cosine below which nothing is about a question: measured for this model."""


class KnownModelView(Model):
    """An embedding model on this machine that could be used."""

    name: str
    folder: str
    in_use: bool


class ProviderView(Model):
    name: str
    label: str
    place: ProviderPlace
    ready: bool
    models: tuple[str, ...] = ()
    next_step: str = ""
    """What to start or set when it is not ready."""


class OpenedWith(Model):
    """What a file may need that gives no text by itself."""

    password: str = Field(default="", repr=False)
    """Opens the file if it is locked. Kept in memory until the file is read, never stored or logged."""
    ocr: tuple[OcrLanguage, ...] = Field(default=(), max_length=8)
    """Languages in which the text of pages that are pictures may be recognised: see `status`; none: it may not."""


class UploadRef(OpenedWith):
    """A finished upload and the path that the person knows it by."""

    upload: str
    path: str


class PageCapture(Model):
    """What the extension sees of the current page. All of it is data, never instructions."""

    url: str
    title: str = ""
    language: str = ""
    canonical: str = ""
    selection: str = ""
    media_type: str = "text/html"
    upload: str
    """The rendered DOM as UTF-8 HTML (or the file's own bytes for another media type)."""
