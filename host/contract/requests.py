"""What a client may ask. Tagged by `type`; unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Base64Bytes, Field, TypeAdapter

from host.contract import results
from host.contract.views import Model, OpenedWith, PageCapture, Turn, UploadRef

MAX_PIECE = 512 * 1024
"""Bytes in one upload piece, before base64: well under the 1 MB that every browser moves quickly."""

Language = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{2,35}$")]
"""A language tag such as `en` or `pt-BR`."""

Day = Annotated[str, Field(pattern=r"^(\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?)?$")]
"""`YYYY-MM-DD`, or a whole month or year; may be empty."""

VaultName = Annotated[str, Field(max_length=200)]
"""Keep it in this vault, which is made when it is not there; empty: only for as long as it is looked at."""

ResultModel = type[Model]


class BaseRequest(Model):
    id: str = Field(min_length=1, max_length=64)
    result: ClassVar[ResultModel] = results.Nothing
    """What its `done` event carries."""


class Hello(BaseRequest):
    """First on every connection."""

    type: Literal["hello"] = "hello"
    protocol: int
    version: str
    capabilities: tuple[str, ...] = ()
    result: ClassVar[ResultModel] = results.Welcome


class Status(BaseRequest):
    """Models, providers and collections as they are now."""

    type: Literal["status"] = "status"
    result: ClassVar[ResultModel] = results.Status


class Models(BaseRequest):
    """Which embedding model runs here, how, and why so."""

    type: Literal["models"] = "models"
    result: ClassVar[ResultModel] = results.Models


class UseModel(BaseRequest):
    """Embed with another model from now on. What is indexed with the old one goes on answering with it."""

    type: Literal["use_model"] = "use_model"
    model: str = Field(min_length=1, max_length=4096)
    """A folder on the host's machine, or the name of a known model."""
    result: ClassVar[ResultModel] = results.Models


class UseReranker(BaseRequest):
    """Let a cross-encoder read the best passages again, or no longer."""

    type: Literal["use_reranker"] = "use_reranker"
    model: str = Field(max_length=4096)
    """A folder on the host's machine; empty turns it off."""
    result: ClassVar[ResultModel] = results.Models


class BeginUpload(BaseRequest):
    type: Literal["begin_upload"] = "begin_upload"
    name: str
    size: int = Field(ge=0)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    result: ClassVar[ResultModel] = results.Upload


class UploadPiece(BaseRequest):
    """Pieces go in order; each is answered before the next is sent."""

    type: Literal["upload_piece"] = "upload_piece"
    upload: str
    sequence: int = Field(ge=0)
    data: Base64Bytes


class OpenPage(OpenedWith, BaseRequest):
    """Index the page in view, for now or as a document of a vault."""

    type: Literal["open_page"] = "open_page"
    page: PageCapture
    vault: VaultName = ""
    result: ClassVar[ResultModel] = results.Opened


class OpenUrl(OpenedWith, BaseRequest):
    """Fetch a page (or file) from the network and index it, for now or as a document of a vault."""

    type: Literal["open_url"] = "open_url"
    url: str
    vault: VaultName = ""
    result: ClassVar[ResultModel] = results.Opened


class OpenVideo(BaseRequest):
    """Index a video's transcript, for now or as a document of a vault."""

    type: Literal["open_video"] = "open_video"
    video: str
    """The video's id, or any YouTube URL that holds it."""
    languages: tuple[Language, ...] = Field(default=(), max_length=50)
    """Preferred languages, best first; any other is taken when none of these exists."""
    translate_to: str = Field(default="", pattern=r"^([A-Za-z0-9-]{2,35})?$")
    """Read a translation into this language when there are no captions in it."""
    vault: VaultName = ""
    transcript: str = ""
    """An upload (see `WatchedTranscript`): read this, from the page that the person is watching, and ask nobody."""
    result: ClassVar[ResultModel] = results.Opened


class PlanSite(BaseRequest):
    """What indexing the site of `url` would read, before any of its pages is kept. Events before: `progress`."""

    type: Literal["plan_site"] = "plan_site"
    url: str
    sitemaps: tuple[str, ...] = ()
    """Sitemap URLs that the page itself names; the host finds the usual ones by itself."""
    prefix: str | None = None
    """Plan for the pages below this path; null: the host infers it from `url`, and empty means all of the site."""
    result: ClassVar[ResultModel] = results.SitePlan


class IndexSite(BaseRequest):
    """Index a site, or bring its index up to date: what has not changed is not read again, what is gone goes."""

    type: Literal["index_site"] = "index_site"
    url: str
    sitemaps: tuple[str, ...] = ()
    """Sitemap URLs that the page itself names; the host finds the usual ones by itself."""
    prefix: str = ""
    """Only pages below this path, such as `/docs`; empty for all of the site. Part of the collection's key."""
    exclude: tuple[str, ...] = ()
    """Paths of sections that were unticked: nothing in or below them is read."""
    max_pages: int = Field(default=500, ge=1, le=50_000)
    max_depth: int = Field(default=3, ge=0, le=20)
    result: ClassVar[ResultModel] = results.JobStarted


class RefreshSite(BaseRequest):
    """Index a site again as it was indexed last."""

    type: Literal["refresh_site"] = "refresh_site"
    collection: int
    result: ClassVar[ResultModel] = results.JobStarted


class SiteSchedule(BaseRequest):
    """Refresh a site by itself, every so many hours; 0 turns it off."""

    type: Literal["site_schedule"] = "site_schedule"
    collection: int
    hours: int = Field(ge=0, le=8_760)


class OfferRendering(BaseRequest):
    """The client can load pages of a site in the person's own browser, and has their permission.

    Lasts until it is cancelled or the connection closes. A `render` event names a page, one at a time; each is
    answered by a `rendered` request.
    """

    type: Literal["offer_rendering"] = "offer_rendering"
    site: str
    """The host, with its port when that is not the usual one: `example.org`."""


class Rendered(BaseRequest):
    """The answer to a `render` event: the rendered DOM as an upload of UTF-8 HTML, or why there is none."""

    type: Literal["rendered"] = "rendered"
    render: str
    url: str = ""
    """The address that the browser ended at; empty: the one that was asked for."""
    upload: str = ""
    problem: str = ""
    """In words, for the person."""


class AddFiles(BaseRequest):
    type: Literal["add_files"] = "add_files"
    vault: str = Field(min_length=1, max_length=200)
    files: tuple[UploadRef, ...] = Field(min_length=1)
    result: ClassVar[ResultModel] = results.JobStarted


class RetryFile(OpenedWith, BaseRequest):
    """Read a file that failed in an `add_files` job once more, with what it lacked; its bytes are kept for a day."""

    type: Literal["retry_file"] = "retry_file"
    job: int
    path: str
    """As the job's account has it."""
    result: ClassVar[ResultModel] = results.JobStarted


class LeaveOutFile(BaseRequest):
    """Take a file out of an `add_files` job; the others go on. One that has ended or is just indexed stays."""

    type: Literal["leave_out_file"] = "leave_out_file"
    job: int
    path: str
    """As the job's events and its account have it."""


class WatchFolder(BaseRequest):
    """Keep a vault the same as a folder on this computer, with all that is below it.

    For one that is watched already: read it again now, also the files that failed, with these exclusions.
    """

    type: Literal["watch_folder"] = "watch_folder"
    vault: str = Field(min_length=1, max_length=200)
    path: str = Field(min_length=1, max_length=4096)
    """The whole path, as the person typed or pasted it."""
    exclude: tuple[Annotated[str, Field(min_length=1, max_length=1000)], ...] = Field(default=(), max_length=100)
    """Patterns as in a .gitignore file: what matches is left out, besides hidden and temporary files."""
    result: ClassVar[ResultModel] = results.FolderWatched


class ReadWatchedFile(OpenedWith, BaseRequest):
    """Read a file of a watched folder once more, with what it lacked: see the codes of the folder's problems.

    When the file changes later, it is asked for again.
    """

    type: Literal["read_watched_file"] = "read_watched_file"
    folder: int
    path: str
    """As the folder's problems have it."""
    result: ClassVar[ResultModel] = results.JobStarted


class UnwatchFolder(BaseRequest):
    """Stop watching. Its documents leave the vault, or with `keep` stay as they are; its files are never touched."""

    type: Literal["unwatch_folder"] = "unwatch_folder"
    folder: int
    keep: bool = False


class ListFolders(BaseRequest):
    """Watched folders as they are now."""

    type: Literal["list_folders"] = "list_folders"
    result: ClassVar[ResultModel] = results.WatchedFolders


class FollowFolders(BaseRequest):
    """A `folders` event at once and at each change, until it is cancelled or the connection closes."""

    type: Literal["follow_folders"] = "follow_folders"


class Narrowed(BaseRequest):
    """Looks only at some documents of a collection; what is empty does not restrict."""

    folder: str = ""
    """In this folder of a vault, and below it."""
    document: int = 0
    """This one alone."""
    language: str = Field(default="", pattern=r"^([A-Za-z0-9-]{2,35})?$")
    """Written in this language or one of its varieties: a tag such as `de`."""
    since: Day = ""
    until: Day = ""
    """By the date that they give themselves; those without one are left out."""


class Ask(Narrowed):
    """Answer from one collection. Events before `done`: `sources`, `thinking`, `delta`, `notice`."""

    type: Literal["ask"] = "ask"
    collection: int
    question: str
    history: tuple[Turn, ...] = ()
    provider: str = ""
    """Empty: the provider that the person chose, else the first that is ready."""
    result: ClassVar[ResultModel] = results.Answer


class Search(Narrowed):
    type: Literal["search"] = "search"
    collection: int
    query: str
    limit: int = Field(default=10, ge=1, le=100)
    mode: Literal["hybrid", "semantic", "keyword"] = "hybrid"
    """By meaning, by words, or by both."""
    explain: bool = False
    """Whether to say why each passage was found."""
    result: ClassVar[ResultModel] = results.Found


class FindCollection(BaseRequest):
    """For a site, `key` may be the host and path of any of its pages: the collection nearest to it is found."""

    type: Literal["find_collection"] = "find_collection"
    kind: Literal["site", "vault", "page", "video"]
    key: str
    result: ClassVar[ResultModel] = results.CollectionFound


class DeleteCollection(BaseRequest):
    type: Literal["delete_collection"] = "delete_collection"
    collection: int


class ListDocuments(BaseRequest):
    """Every document of a collection, without its text."""

    type: Literal["list_documents"] = "list_documents"
    collection: int
    result: ClassVar[ResultModel] = results.Documents


class ReadDocument(BaseRequest):
    """All of a document's Markdown."""

    type: Literal["read_document"] = "read_document"
    document: int
    result: ClassVar[ResultModel] = results.DocumentText


class RemoveDocument(BaseRequest):
    """Take a document out of its vault: text, vectors and keywords. Those of a site leave when it is read again."""

    type: Literal["remove_document"] = "remove_document"
    document: int


class SetChunking(BaseRequest):
    """How a collection is to be cut into passages; what is null stays. Then it needs a new index: see `reindex`."""

    type: Literal["set_chunking"] = "set_chunking"
    collection: int
    size: int | None = None
    overlap: int | None = None
    cap: int | None = None
    result: ClassVar[ResultModel] = results.CollectionFound


class Reindex(BaseRequest):
    """Make a new index of a collection, of what is stored of its documents; the old one answers until it is whole."""

    type: Literal["reindex"] = "reindex"
    collection: int
    result: ClassVar[ResultModel] = results.JobStarted


class FindKept(BaseRequest):
    """In which vaults a page or video is."""

    type: Literal["find_kept"] = "find_kept"
    address: str
    canonical: str = ""
    """What the page calls itself, when the client knows."""
    result: ClassVar[ResultModel] = results.Kept


class ListJobs(BaseRequest):
    type: Literal["list_jobs"] = "list_jobs"
    result: ClassVar[ResultModel] = results.Jobs


class WatchJob(BaseRequest):
    """Follow a job: a `job` event at once and at each change, then `done` when the job has ended."""

    type: Literal["watch_job"] = "watch_job"
    job: int
    result: ClassVar[ResultModel] = results.JobReport


class ReportJob(BaseRequest):
    """How far a job is and how each of its items ended so far, without waiting for its end."""

    type: Literal["report_job"] = "report_job"
    job: int
    result: ClassVar[ResultModel] = results.JobReport


class PauseJob(BaseRequest):
    """Stop a job for now; it stays paused, also when the engine starts again, until it is resumed."""

    type: Literal["pause_job"] = "pause_job"
    job: int


class ResumeJob(BaseRequest):
    """Let a paused job go on where it stood."""

    type: Literal["resume_job"] = "resume_job"
    job: int


class RetryJob(BaseRequest):
    """Let a job that has ended try again what failed for the moment: see `again` of its items."""

    type: Literal["retry_job"] = "retry_job"
    job: int
    result: ClassVar[ResultModel] = results.JobStarted


class CancelJob(BaseRequest):
    """Stop a job; what it has indexed stays."""

    type: Literal["cancel_job"] = "cancel_job"
    job: int


class Extract(OpenedWith, BaseRequest):
    """Convert a file to Markdown without storing it. Events before, while text is recognised: `progress`."""

    type: Literal["extract"] = "extract"
    upload: str
    result: ClassVar[ResultModel] = results.Extracted


class ChooseProvider(BaseRequest):
    type: Literal["choose_provider"] = "choose_provider"
    provider: str
    model: str = ""


class SetKey(BaseRequest):
    """Store a provider's API key in the keyring; an empty key removes it. Keys are never sent back."""

    type: Literal["set_key"] = "set_key"
    provider: str
    key: str = Field(repr=False)


class Cancel(BaseRequest):
    """Stop another request of this connection; that one ends with `failed` (`cancelled`)."""

    type: Literal["cancel"] = "cancel"
    target: str


class Ping(BaseRequest):
    type: Literal["ping"] = "ping"


Request = Annotated[
    Hello
    | Status
    | Models
    | UseModel
    | UseReranker
    | BeginUpload
    | UploadPiece
    | OpenPage
    | OpenUrl
    | OpenVideo
    | PlanSite
    | IndexSite
    | RefreshSite
    | SiteSchedule
    | OfferRendering
    | Rendered
    | AddFiles
    | RetryFile
    | LeaveOutFile
    | WatchFolder
    | ReadWatchedFile
    | UnwatchFolder
    | ListFolders
    | FollowFolders
    | Ask
    | Search
    | FindCollection
    | DeleteCollection
    | ListDocuments
    | ReadDocument
    | RemoveDocument
    | SetChunking
    | Reindex
    | FindKept
    | ListJobs
    | WatchJob
    | ReportJob
    | PauseJob
    | ResumeJob
    | RetryJob
    | CancelJob
    | Extract
    | ChooseProvider
    | SetKey
    | Cancel
    | Ping,
    Field(discriminator="type"),
]
REQUEST: TypeAdapter[Request] = TypeAdapter(Request)
"""Validates one incoming message."""
