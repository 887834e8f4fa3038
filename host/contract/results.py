"""What a finished request returns, inside its `done` event. Tagged by `kind`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from host.contract.views import (
    AboutView,
    AnswerMode,
    CitationView,
    CollectionView,
    DocumentView,
    EmbeddingView,
    ErrorView,
    ExplanationView,
    FolderView,
    ItemState,
    JobItemView,
    JobView,
    KeptView,
    KnownModelView,
    Model,
    PageSource,
    PlaceView,
    ProviderView,
    SectionView,
    SourceView,
    TranscriptView,
)


class Nothing(Model):
    kind: Literal["nothing"] = "nothing"


class Welcome(Model):
    kind: Literal["welcome"] = "welcome"
    protocol: int
    version: str
    capabilities: tuple[str, ...] = ()


class Status(Model):
    kind: Literal["status"] = "status"
    version: str
    model: str
    """The embedding model in use; empty when there is none, and then `problem` says why."""
    problem: ErrorView | None = None
    providers: tuple[ProviderView, ...]
    chosen: str
    """The provider that answers when a question names none."""
    chosen_model: str = ""
    """The model that it writes with; empty when it has none."""
    collections: tuple[CollectionView, ...]
    ocr_languages: tuple[str, ...] = ()
    """Languages in which text in pictures can be recognised here; none: Tesseract is not installed."""


class Models(Model):
    kind: Literal["models"] = "models"
    embedding: EmbeddingView
    known: tuple[KnownModelView, ...] = ()
    """Embedding models that could be used, the one in use among them."""
    reranker: str = ""
    """The model that reads the best passages again; empty when that is off."""


class Upload(Model):
    kind: Literal["upload"] = "upload"
    upload: str


class Opened(Model):
    kind: Literal["opened"] = "opened"
    collection: CollectionView
    document: int
    state: ItemState
    """`unchanged`: it was there already with these words; `skipped`: under another address."""
    characters: int
    notices: tuple[str, ...] = ()
    transcript: TranscriptView | None = None
    """Of a video."""


class SitePlan(Model):
    kind: Literal["site_plan"] = "site_plan"
    url: str
    """Where the crawl starts: the address asked for, after its redirects."""
    site: str
    """The host, with its port when that is not the usual one."""
    prefix: str
    """The path that the plan is for, as asked or inferred; empty for all of the site."""
    source: PageSource
    pages: int
    """Pages named below the prefix; 0 when they are found link by link, since nobody knows before."""
    site_pages: int
    """Pages named on the whole site."""
    sections: tuple[SectionView, ...]
    """Folders below the prefix; unticked ones go into `exclude` of `index_site`."""
    notes: tuple[str, ...]
    """What the person should know, in words: a sitemap that could not be read, a delay that the site asks for."""
    probed: int
    """How many pages were looked at to see what they need."""
    needs_browser: int
    """How many pages will likely need the person's own browser (a login, a page made by scripts), judged from
    those `probed`; at least the number of probed pages that do."""


class FolderWatched(Model):
    kind: Literal["folder_watched"] = "folder_watched"
    folder: FolderView
    job: JobView
    """Reads what is in it."""


class WatchedFolders(Model):
    kind: Literal["watched_folders"] = "watched_folders"
    folders: tuple[FolderView, ...]


class JobStarted(Model):
    kind: Literal["job_started"] = "job_started"
    job: JobView


class JobReport(Model):
    kind: Literal["job_report"] = "job_report"
    job: JobView
    items: tuple[JobItemView, ...]


class Jobs(Model):
    kind: Literal["jobs"] = "jobs"
    jobs: tuple[JobView, ...]


class Answer(Model):
    kind: Literal["answer"] = "answer"
    answer: str
    mode: AnswerMode
    provider: str
    writer: str
    """What people call the provider."""
    model: str
    sources: tuple[SourceView, ...]
    citations: tuple[CitationView, ...]
    notices: tuple[str, ...]


class Found(Model):
    kind: Literal["found"] = "found"
    sources: tuple[SourceView, ...]
    explanation: ExplanationView | None = None
    notices: tuple[str, ...] = ()


class CollectionFound(Model):
    kind: Literal["collection_found"] = "collection_found"
    collection: CollectionView | None


class Documents(Model):
    kind: Literal["documents"] = "documents"
    documents: tuple[DocumentView, ...]
    """In order of folder and URI."""


class DocumentText(Model):
    kind: Literal["document_text"] = "document_text"
    document: DocumentView
    collection: CollectionView
    authors: tuple[str, ...] = ()
    date: str = ""
    """When it was published, else modified: `YYYY-MM-DD`, or empty."""
    markdown: str
    places: tuple[PlaceView, ...]
    """In order; of a PDF its pages, of a video the second at which each paragraph begins."""


class Kept(Model):
    kind: Literal["kept"] = "kept"
    kept: tuple[KeptView, ...]


class Extracted(Model):
    kind: Literal["extracted"] = "extracted"
    media_type: str
    page_type: str = ""
    """Of a web page: article, documentation, forum, product or other."""
    strategy: str
    title: str
    language: str = ""
    """Tag such as `de` or `pt-BR`; empty when nobody knows."""
    about: AboutView = AboutView()
    markdown: str
    text: str
    notice: str = ""
    """What of the file is not in the text, in words; empty when all of it is."""


Result = Annotated[
    Nothing
    | Welcome
    | Status
    | Models
    | Upload
    | Opened
    | SitePlan
    | FolderWatched
    | WatchedFolders
    | JobStarted
    | JobReport
    | Jobs
    | Answer
    | Found
    | CollectionFound
    | Documents
    | DocumentText
    | Kept
    | Extracted,
    Field(discriminator="kind"),
]
