// The wire between extension and host. Made by `python -m host.contract.typescript`: change the models, not this file.

export const PROTOCOL = 1;
export const MAX_PIECE = 524288;

export interface AddFilesRequest {
  id: string;
  type: "add_files";
  vault: string;
  files: readonly (UploadRef)[];
}

/** Answer from one collection. Events before `done`: `sources`, `thinking`, `delta`, `notice`. */
export interface AskRequest {
  id: string;
  /** In this folder of a vault, and below it. */
  folder?: string;
  /** This one alone. */
  document?: number;
  /** Written in this language or one of its varieties: a tag such as `de`. */
  language?: string;
  since?: string;
  /** By the date that they give themselves; those without one are left out. */
  until?: string;
  type: "ask";
  collection: number;
  question: string;
  history?: readonly (Turn)[];
  /** Empty: the provider that the person chose, else the first that is ready. */
  provider?: string;
}

export interface BeginUploadRequest {
  id: string;
  type: "begin_upload";
  name: string;
  size: number;
  sha256: string;
}

/** Stop another request of this connection; that one ends with `failed` (`cancelled`). */
export interface CancelRequest {
  id: string;
  type: "cancel";
  target: string;
}

/** Stop a job; what it has indexed stays. */
export interface CancelJobRequest {
  id: string;
  type: "cancel_job";
  job: number;
}

export interface ChooseProviderRequest {
  id: string;
  type: "choose_provider";
  provider: string;
  model?: string;
}

export interface DeleteCollectionRequest {
  id: string;
  type: "delete_collection";
  collection: number;
}

/** Convert a file to Markdown without storing it. Events before, while text is recognised: `progress`. */
export interface ExtractRequest {
  id: string;
  /** Opens the file if it is locked. Kept in memory until the file is read, never stored or logged. */
  password?: string;
  /** Languages in which the text of pages that are pictures may be recognised: see `status`; none: it may not. */
  ocr?: readonly (string)[];
  type: "extract";
  upload: string;
}

/** For a site, `key` may be the host and path of any of its pages: the collection nearest to it is found. */
export interface FindCollectionRequest {
  id: string;
  type: "find_collection";
  kind: "site" | "vault" | "page" | "video";
  key: string;
}

/** In which vaults a page or video is. */
export interface FindKeptRequest {
  id: string;
  type: "find_kept";
  address: string;
  /** What the page calls itself, when the client knows. */
  canonical?: string;
}

/** A `folders` event at once and at each change, until it is cancelled or the connection closes. */
export interface FollowFoldersRequest {
  id: string;
  type: "follow_folders";
}

/** First on every connection. */
export interface HelloRequest {
  id: string;
  type: "hello";
  protocol: number;
  version: string;
  capabilities?: readonly (string)[];
}

/** Index a site, or bring its index up to date: what has not changed is not read again, what is gone goes. */
export interface IndexSiteRequest {
  id: string;
  type: "index_site";
  url: string;
  /** Sitemap URLs that the page itself names; the host finds the usual ones by itself. */
  sitemaps?: readonly (string)[];
  /** Only pages below this path, such as `/docs`; empty for all of the site. Part of the collection's key. */
  prefix?: string;
  /** Paths of sections that were unticked: nothing in or below them is read. */
  exclude?: readonly (string)[];
  max_pages?: number;
  max_depth?: number;
}

/** Take a file out of an `add_files` job; the others go on. One that has ended or is just indexed stays. */
export interface LeaveOutFileRequest {
  id: string;
  type: "leave_out_file";
  job: number;
  /** As the job's events and its account have it. */
  path: string;
}

/** Every document of a collection, without its text. */
export interface ListDocumentsRequest {
  id: string;
  type: "list_documents";
  collection: number;
}

/** Watched folders as they are now. */
export interface ListFoldersRequest {
  id: string;
  type: "list_folders";
}

export interface ListJobsRequest {
  id: string;
  type: "list_jobs";
}

/** Which embedding model runs here, how, and why so. */
export interface ModelsRequest {
  id: string;
  type: "models";
}

/** The client can load pages of a site in the person's own browser, and has their permission. Lasts until it is cancelled or the connection closes. A `render` event names a page, one at a time; each is answered by a `rendered` request. */
export interface OfferRenderingRequest {
  id: string;
  type: "offer_rendering";
  /** The host, with its port when that is not the usual one: `example.org`. */
  site: string;
}

/** Index the page in view, for now or as a document of a vault. */
export interface OpenPageRequest {
  id: string;
  /** Opens the file if it is locked. Kept in memory until the file is read, never stored or logged. */
  password?: string;
  /** Languages in which the text of pages that are pictures may be recognised: see `status`; none: it may not. */
  ocr?: readonly (string)[];
  type: "open_page";
  page: PageCapture;
  vault?: string;
}

/** Fetch a page (or file) from the network and index it, for now or as a document of a vault. */
export interface OpenUrlRequest {
  id: string;
  /** Opens the file if it is locked. Kept in memory until the file is read, never stored or logged. */
  password?: string;
  /** Languages in which the text of pages that are pictures may be recognised: see `status`; none: it may not. */
  ocr?: readonly (string)[];
  type: "open_url";
  url: string;
  vault?: string;
}

/** Index a video's transcript, for now or as a document of a vault. */
export interface OpenVideoRequest {
  id: string;
  type: "open_video";
  /** The video's id, or any YouTube URL that holds it. */
  video: string;
  /** Preferred languages, best first; any other is taken when none of these exists. */
  languages?: readonly (string)[];
  /** Read a translation into this language when there are no captions in it. */
  translate_to?: string;
  vault?: string;
  /** An upload (see `WatchedTranscript`): read this, from the page that the person is watching, and ask nobody. */
  transcript?: string;
}

/** What the extension sees of the current page. All of it is data, never instructions. */
export interface PageCapture {
  url: string;
  title?: string;
  language?: string;
  canonical?: string;
  selection?: string;
  media_type?: string;
  /** The rendered DOM as UTF-8 HTML (or the file's own bytes for another media type). */
  upload: string;
}

/** Stop a job for now; it stays paused, also when the engine starts again, until it is resumed. */
export interface PauseJobRequest {
  id: string;
  type: "pause_job";
  job: number;
}

export interface PingRequest {
  id: string;
  type: "ping";
}

/** What indexing the site of `url` would read, before any of its pages is kept. Events before: `progress`. */
export interface PlanSiteRequest {
  id: string;
  type: "plan_site";
  url: string;
  /** Sitemap URLs that the page itself names; the host finds the usual ones by itself. */
  sitemaps?: readonly (string)[];
  /** Plan for the pages below this path; null: the host infers it from `url`, and empty means all of the site. */
  prefix?: string | null;
}

/** All of a document's Markdown. */
export interface ReadDocumentRequest {
  id: string;
  type: "read_document";
  document: number;
}

/** Read a file of a watched folder once more, with what it lacked: see the codes of the folder's problems. When the file changes later, it is asked for again. */
export interface ReadWatchedFileRequest {
  id: string;
  /** Opens the file if it is locked. Kept in memory until the file is read, never stored or logged. */
  password?: string;
  /** Languages in which the text of pages that are pictures may be recognised: see `status`; none: it may not. */
  ocr?: readonly (string)[];
  type: "read_watched_file";
  folder: number;
  /** As the folder's problems have it. */
  path: string;
}

/** Index a site again as it was indexed last. */
export interface RefreshSiteRequest {
  id: string;
  type: "refresh_site";
  collection: number;
}

/** Make a new index of a collection, of what is stored of its documents; the old one answers until it is whole. */
export interface ReindexRequest {
  id: string;
  type: "reindex";
  collection: number;
}

/** Take a document out of its vault: text, vectors and keywords. Those of a site leave when it is read again. */
export interface RemoveDocumentRequest {
  id: string;
  type: "remove_document";
  document: number;
}

/** The answer to a `render` event: the rendered DOM as an upload of UTF-8 HTML, or why there is none. */
export interface RenderedRequest {
  id: string;
  type: "rendered";
  render: string;
  /** The address that the browser ended at; empty: the one that was asked for. */
  url?: string;
  upload?: string;
  /** In words, for the person. */
  problem?: string;
}

/** How far a job is and how each of its items ended so far, without waiting for its end. */
export interface ReportJobRequest {
  id: string;
  type: "report_job";
  job: number;
}

/** Let a paused job go on where it stood. */
export interface ResumeJobRequest {
  id: string;
  type: "resume_job";
  job: number;
}

/** Read a file that failed in an `add_files` job once more, with what it lacked; its bytes are kept for a day. */
export interface RetryFileRequest {
  id: string;
  /** Opens the file if it is locked. Kept in memory until the file is read, never stored or logged. */
  password?: string;
  /** Languages in which the text of pages that are pictures may be recognised: see `status`; none: it may not. */
  ocr?: readonly (string)[];
  type: "retry_file";
  job: number;
  /** As the job's account has it. */
  path: string;
}

/** Let a job that has ended try again what failed for the moment: see `again` of its items. */
export interface RetryJobRequest {
  id: string;
  type: "retry_job";
  job: number;
}

export interface SearchRequest {
  id: string;
  /** In this folder of a vault, and below it. */
  folder?: string;
  /** This one alone. */
  document?: number;
  /** Written in this language or one of its varieties: a tag such as `de`. */
  language?: string;
  since?: string;
  /** By the date that they give themselves; those without one are left out. */
  until?: string;
  type: "search";
  collection: number;
  query: string;
  limit?: number;
  /** By meaning, by words, or by both. */
  mode?: "hybrid" | "semantic" | "keyword";
  /** Whether to say why each passage was found. */
  explain?: boolean;
}

/** How a collection is to be cut into passages; what is null stays. Then it needs a new index: see `reindex`. */
export interface SetChunkingRequest {
  id: string;
  type: "set_chunking";
  collection: number;
  size?: number | null;
  overlap?: number | null;
  cap?: number | null;
}

/** Store a provider's API key in the keyring; an empty key removes it. Keys are never sent back. */
export interface SetKeyRequest {
  id: string;
  type: "set_key";
  provider: string;
  key: string;
}

/** Refresh a site by itself, every so many hours; 0 turns it off. */
export interface SiteScheduleRequest {
  id: string;
  type: "site_schedule";
  collection: number;
  hours: number;
}

/** Models, providers and collections as they are now. */
export interface StatusRequest {
  id: string;
  type: "status";
}

/** One earlier message of the conversation. */
export interface Turn {
  role: "user" | "assistant";
  text: string;
}

/** Stop watching. Its documents leave the vault, or with `keep` stay as they are; its files are never touched. */
export interface UnwatchFolderRequest {
  id: string;
  type: "unwatch_folder";
  folder: number;
  keep?: boolean;
}

/** Pieces go in order; each is answered before the next is sent. */
export interface UploadPieceRequest {
  id: string;
  type: "upload_piece";
  upload: string;
  sequence: number;
  data: string;
}

/** A finished upload and the path that the person knows it by. */
export interface UploadRef {
  /** Opens the file if it is locked. Kept in memory until the file is read, never stored or logged. */
  password?: string;
  /** Languages in which the text of pages that are pictures may be recognised: see `status`; none: it may not. */
  ocr?: readonly (string)[];
  upload: string;
  path: string;
}

/** Embed with another model from now on. What is indexed with the old one goes on answering with it. */
export interface UseModelRequest {
  id: string;
  type: "use_model";
  /** A folder on the host's machine, or the name of a known model. */
  model: string;
}

/** Let a cross-encoder read the best passages again, or no longer. */
export interface UseRerankerRequest {
  id: string;
  type: "use_reranker";
  /** A folder on the host's machine; empty turns it off. */
  model: string;
}

/** Keep a vault the same as a folder on this computer, with all that is below it. For one that is watched already: read it again now, also the files that failed, with these exclusions. */
export interface WatchFolderRequest {
  id: string;
  type: "watch_folder";
  vault: string;
  /** The whole path, as the person typed or pasted it. */
  path: string;
  /** Patterns as in a .gitignore file: what matches is left out, besides hidden and temporary files. */
  exclude?: readonly (string)[];
}

/** Follow a job: a `job` event at once and at each change, then `done` when the job has ended. */
export interface WatchJobRequest {
  id: string;
  type: "watch_job";
  job: number;
}

export interface WatchedChapter {
  /** Seconds. */
  start: number;
  title: string;
}

export interface WatchedSegment {
  /** Seconds. */
  start: number;
  text: string;
}

/** Captions that the page has, or a language that it would translate them into. */
export interface WatchedTrack {
  language: string;
  label: string;
  automatic: boolean;
}

/** What was read in the page of a video. */
export interface WatchedTranscript {
  /** The id of the video that the page itself says these captions belong to. */
  video: string;
  title: string;
  /** Its code; empty when the page does not tell. */
  language: string;
  automatic: boolean;
  /** What the page calls these captions; may be empty. */
  label: string;
  /** The video's, in which its chapters may be listed. */
  description: string;
  translated: boolean;
  tracks: readonly (WatchedTrack)[];
  translations: readonly (WatchedTrack)[];
  chapters: readonly (WatchedChapter)[];
  segments: readonly (WatchedSegment)[];
}

/** What a document says of itself beside its title and language; what it does not say is empty. */
export interface AboutView {
  authors: readonly (string)[];
  /** `YYYY-MM-DD`; where only a month or a year is given, its first day. */
  published: string;
  /** `YYYY-MM-DD`, as above. */
  modified: string;
  /** The name of the site, journal or publisher. */
  site: string;
  description: string;
  /** The address that a web page wants to be known by. */
  canonical: string;
  /** The way to a web page from the top of its site, in words. */
  breadcrumbs: readonly (string)[];
}

export interface AnswerResult {
  kind: "answer";
  answer: string;
  mode: "document" | "passages" | "none";
  provider: string;
  /** What people call the provider. */
  writer: string;
  model: string;
  sources: readonly (SourceView)[];
  citations: readonly (CitationView)[];
  notices: readonly (string)[];
}

/** How the documents of a collection are cut into passages. */
export interface ChunkingView {
  /** Tokens of a passage at most, as far as the model reads them. */
  size: number;
  /** Tokens of a passage that the next one repeats. */
  overlap: number;
  /** Passages of one document at most. */
  cap: number;
}

/** One `[n]` of an answer, resolved to the very sentence that supports it. */
export interface CitationView {
  n: number;
  quote: string;
  url: string;
  /** Where in the source the sentence stands, for people. */
  label: string;
}

export interface CollectionFoundResult {
  kind: "collection_found";
  collection: CollectionView | null;
}

export interface CollectionView {
  id: number;
  kind: "site" | "vault" | "page" | "video";
  /** The host (and path prefix) of a site, the name of a vault, a page's URL, a video's id. */
  key: string;
  title: string;
  documents: number;
  chunks: number;
  model: string;
  /** A site is read again after so many hours while the engine runs; 0: only by hand. */
  refresh_hours: number;
  /** When a site was last read to its end, Unix time in seconds; 0: never. */
  refreshed: number;
  /** As it is set; null for a page or video in view. */
  chunking: ChunkingView | null;
  /** Why it needs a new index, in words; empty when it needs none. Until it has one, the old one answers. */
  outdated: string;
}

export interface DocumentTextResult {
  kind: "document_text";
  document: DocumentView;
  collection: CollectionView;
  authors: readonly (string)[];
  /** When it was published, else modified: `YYYY-MM-DD`, or empty. */
  date: string;
  markdown: string;
  /** In order; of a PDF its pages, of a video the second at which each paragraph begins. */
  places: readonly (PlaceView)[];
}

/** A document of a collection, without its text. */
export interface DocumentView {
  id: number;
  collection: number;
  uri: string;
  title: string;
  /** What the person knows it by: the path of a file in a vault, else its address. */
  name: string;
  /** Of a file in a vault, ending in `/`; empty at the top and for what is no file. */
  folder: string;
  media_type: string;
  chunks: number;
  /** Opens the original; empty for what has no address on the web. */
  url: string;
  /** Where its file is on this computer, if it is in a watched folder. */
  path: string;
}

export interface DocumentsResult {
  kind: "documents";
  /** In order of folder and URI. */
  documents: readonly (DocumentView)[];
}

/** The embedding model in use, and how this machine runs it. */
export interface EmbeddingView {
  model: string;
  revision: string;
  dimension: number;
  max_tokens: number;
  engine: string;
  device: string;
  precision: string;
  why: string;
  /** Cosine below which nothing is about a question: measured for this model. */
  floor: number;
}

export type ErrorCode =
  | "bad_request"
  | "unknown_request"
  | "version_mismatch"
  | "too_large"
  | "upload_incomplete"
  | "cancelled"
  | "not_found"
  | "unreachable"
  | "address_refused"
  | "http_status"
  | "robots_disallowed"
  | "not_supported"
  | "no_text"
  | "encrypted"
  | "damaged"
  | "not_a_video"
  | "video_unavailable"
  | "no_transcript"
  | "transcript_blocked"
  | "age_restricted"
  | "storage_refused"
  | "model_missing"
  | "model_mismatch"
  | "empty_collection"
  | "provider_unreachable"
  | "provider_refused"
  | "key_missing"
  | "disk_full"
  | "database_newer"
  | "database_damaged"
  | "engine_unavailable"
  | "internal"
  | "needs_browser"
  | "timed_out"
  | "folder_refused"
  | "folder_unreachable"
  | "file_unreadable"
  | "file_changing"
  | "needs_ocr";

/** What went wrong, in words, and what to do next. */
export interface ErrorView {
  code: ErrorCode;
  message: string;
  next_step: string;
  /** For `internal` only: finds the full report in the log. */
  log_reference: string;
}

export interface ExplanationView {
  reasons: readonly (ReasonView)[];
  mode: "hybrid" | "semantic" | "keyword";
  /** What the search was restricted to, such as `folder notes/`. */
  filters: readonly (string)[];
  /** Cosine that a passage with half of the question's words needs for an answer. */
  floor: number;
  steps: readonly (StepView)[];
}

export interface ExtractedResult {
  kind: "extracted";
  media_type: string;
  /** Of a web page: article, documentation, forum, product or other. */
  page_type: string;
  strategy: string;
  title: string;
  /** Tag such as `de` or `pt-BR`; empty when nobody knows. */
  language: string;
  about: AboutView;
  markdown: string;
  text: string;
  /** What of the file is not in the text, in words; empty when all of it is. */
  notice: string;
}

/** A folder on this computer whose files are in a vault, and stay as they are there. */
export interface FolderView {
  id: number;
  collection: number;
  vault: string;
  path: string;
  exclude: readonly (string)[];
  state: "reading" | "watching" | "polling" | "paused" | "unreachable";
  /** What the person should know about the state, in words; empty when all is well. */
  note: string;
  documents: number;
  failed: number;
  /** Files of a kind that cannot be read. */
  unsupported: number;
  /** The first of the files that failed, could not be looked at, or were not read whole, with the reason. Those whose code is `encrypted` or `needs_ocr` come first: `read_watched_file` reads them with what they lack. */
  problems: readonly (JobItemView)[];
  /** When it was last looked at as a whole, Unix time in seconds; 0: never. */
  checked: number;
  /** When a change in it was last taken into the index, Unix time in seconds; 0: never. */
  changed: number;
}

export interface FolderWatchedResult {
  kind: "folder_watched";
  folder: FolderView;
  /** Reads what is in it. */
  job: JobView;
}

export interface FoundResult {
  kind: "found";
  sources: readonly (SourceView)[];
  explanation: ExplanationView | null;
  notices: readonly (string)[];
}

/** How one page or file of a job ended, and why. */
export interface JobItemView {
  uri: string;
  state: "indexed" | "unchanged" | "skipped" | "failed";
  /** In words, for the person. */
  reason: string;
  /** A stable word for the reason, such as `needs_browser`; empty when there is none. */
  code: string;
  /** Whether `retry_job` may end it better. */
  again: boolean;
}

export interface JobReportResult {
  kind: "job_report";
  job: JobView;
  items: readonly (JobItemView)[];
}

export interface JobStartedResult {
  kind: "job_started";
  job: JobView;
}

export interface JobView {
  id: number;
  kind: "index_site" | "add_files" | "read_folder" | "read_file" | "reindex";
  collection: number;
  title: string;
  state: "queued" | "running" | "paused" | "done" | "cancelled" | "failed";
  /** What it is doing now, in words. */
  stage: string;
  total: number;
  indexed: number;
  unchanged: number;
  skipped: number;
  failed: number;
  error: ErrorView | null;
  /** Unix time, seconds. */
  created: number;
  updated: number;
}

export interface JobsResult {
  kind: "jobs";
  jobs: readonly (JobView)[];
}

export interface KeptResult {
  kind: "kept";
  kept: readonly (KeptView)[];
}

/** A page or video in a vault. */
export interface KeptView {
  vault: string;
  document: DocumentView;
  /** Whether what is in view says something else by now; null while that has not been read. */
  changed: boolean | null;
}

/** An embedding model on this machine that could be used. */
export interface KnownModelView {
  name: string;
  folder: string;
  in_use: boolean;
}

export interface ModelsResult {
  kind: "models";
  embedding: EmbeddingView;
  /** Embedding models that could be used, the one in use among them. */
  known: readonly (KnownModelView)[];
  /** The model that reads the best passages again; empty when that is off. */
  reranker: string;
}

export interface NothingResult {
  kind: "nothing";
}

export interface OpenedResult {
  kind: "opened";
  collection: CollectionView;
  document: number;
  /** `unchanged`: it was there already with these words; `skipped`: under another address. */
  state: "indexed" | "unchanged" | "skipped" | "failed";
  characters: number;
  notices: readonly (string)[];
  /** Of a video. */
  transcript: TranscriptView | null;
}

/** From `start` on, the text of a document stands at this place of the original. */
export interface PlaceView {
  /** In characters from the beginning of the Markdown. */
  start: number;
  /** `p. 3` or `2:15`. */
  label: string;
  url: string;
}

export interface ProviderView {
  name: string;
  label: string;
  place: "on_device" | "cloud";
  ready: boolean;
  models: readonly (string)[];
  /** What to start or set when it is not ready. */
  next_step: string;
}

/** Why a passage was found. A search that did not have it among its best has no rank. */
export interface ReasonView {
  /** Of the passage. */
  n: number;
  /** Both scores, standardised, and those of the passages nearest to it; the score itself when there was one search only. What it was ranked by, unless it was reranked. */
  fused: number;
  /** What the reranking model gave it, when one was asked: ranks before `fused`. */
  reranked: number | null;
  /** Cosine to the question; null when there was no search by meaning. */
  dense: number | null;
  dense_rank: number | null;
  /** BM25; 0 when it has none of the words. */
  keyword: number;
  keyword_rank: number | null;
  /** How much of the question's words it has, rare ones counting more: 0 to 1. */
  coverage: number;
}

/** A folder of a site. Sections come as a tree flattened in order: each after the one that holds it. */
export interface SectionView {
  /** From the host's root, such as `/docs/api`; `/` is the site's own top. */
  path: string;
  /** Pages in it and below it. */
  pages: number;
  /** 0 for the top of the plan. */
  depth: number;
}

export interface SitePlanResult {
  kind: "site_plan";
  /** Where the crawl starts: the address asked for, after its redirects. */
  url: string;
  /** The host, with its port when that is not the usual one. */
  site: string;
  /** The path that the plan is for, as asked or inferred; empty for all of the site. */
  prefix: string;
  source: "sitemap" | "links";
  /** Pages named below the prefix; 0 when they are found link by link, since nobody knows before. */
  pages: number;
  /** Pages named on the whole site. */
  site_pages: number;
  /** Folders below the prefix; unticked ones go into `exclude` of `index_site`. */
  sections: readonly (SectionView)[];
  /** What the person should know, in words: a sitemap that could not be read, a delay that the site asks for. */
  notes: readonly (string)[];
  /** How many pages were looked at to see what they need. */
  probed: number;
  /** How many pages will likely need the person's own browser (a login, a page made by scripts), judged from those `probed`; at least the number of probed pages that do. */
  needs_browser: number;
}

/** A passage chosen for an answer. */
export interface SourceView {
  n: number;
  document: number;
  uri: string;
  title: string;
  headings: readonly (string)[];
  text: string;
  /** Where the passage stands in its document's Markdown, in characters. */
  start: number;
  end: number;
  score: number;
  /** Opens the source at this passage: text fragment, PDF page, video second or heading. */
  url: string;
  /** Where in the source, for people: `p. 3`, `2:15`, a heading. */
  label: string;
  /** Where its file is on this computer, if it is in a watched folder. */
  path: string;
  cited: boolean;
  authors: readonly (string)[];
  /** When it was published, else modified: `YYYY-MM-DD`, or empty. */
  date: string;
}

export interface StatusResult {
  kind: "status";
  version: string;
  /** The embedding model in use; empty when there is none, and then `problem` says why. */
  model: string;
  problem: ErrorView | null;
  providers: readonly (ProviderView)[];
  /** The provider that answers when a question names none. */
  chosen: string;
  /** The model that it writes with; empty when it has none. */
  chosen_model: string;
  collections: readonly (CollectionView)[];
  /** Languages in which text in pictures can be recognised here; none: Tesseract is not installed. */
  ocr_languages: readonly (string)[];
}

/** A step of a search and the time it took. */
export interface StepView {
  name: string;
  milliseconds: number;
}

/** Captions of a video, or a language that they can be translated into. */
export interface TrackView {
  language: string;
  label: string;
  automatic: boolean;
}

/** Which captions of a video were read. */
export interface TranscriptView {
  language: string;
  /** What the video's site calls them; may be empty. */
  label: string;
  automatic: boolean;
  /** By the video's site. */
  translated: boolean;
  /** Who got them: the host from the video's site, or the client from the page that the person is watching. */
  reader: "host" | "page";
  tracks: readonly (TrackView)[];
  translations: readonly (TrackView)[];
}

export interface UploadResult {
  kind: "upload";
  upload: string;
}

export interface WatchedFoldersResult {
  kind: "watched_folders";
  folders: readonly (FolderView)[];
}

export interface WelcomeResult {
  kind: "welcome";
  protocol: number;
  version: string;
  capabilities: readonly (string)[];
}

/** The next piece of the answer, as Markdown with `[n]` citations. */
export interface DeltaEvent {
  type: "delta";
  id: string;
  text: string;
}

export interface DoneEvent {
  type: "done";
  id: string;
  result: NothingResult | WelcomeResult | StatusResult | ModelsResult | UploadResult | OpenedResult | SitePlanResult | FolderWatchedResult | WatchedFoldersResult | JobStartedResult | JobReportResult | JobsResult | AnswerResult | FoundResult | CollectionFoundResult | DocumentsResult | DocumentTextResult | KeptResult | ExtractedResult;
}

/** `id` is null only when the request could not be read, or no engine could be started. */
export interface FailedEvent {
  type: "failed";
  id: string | null;
  error: ErrorView;
}

/** Watched folders as they are now: all of them. */
export interface FoldersEvent {
  type: "folders";
  id: string;
  folders: readonly (FolderView)[];
}

/** A watched job has changed. */
export interface JobEvent {
  type: "job";
  id: string;
  job: JobView;
  /** Of an `add_files` job, the first that have not ended: `leave_out_file` takes one out unless it is indexing. */
  files: readonly (JobFileView)[];
}

/** A file of a job that has not ended. */
export interface JobFileView {
  path: string;
  state: "waiting" | "reading" | "indexing";
}

/** Something the person should know that is not an error. */
export interface NoticeEvent {
  type: "notice";
  id: string;
  text: string;
}

/** A slice of an event too large for one frame: join `data` in order of `sequence`, then parse. */
export interface PartEvent {
  type: "part";
  id: string;
  sequence: number;
  last: boolean;
  data: string;
}

/** How far a request is. `total` is 0 when unknown. */
export interface ProgressEvent {
  type: "progress";
  id: string;
  stage: string;
  completed: number;
  total: number;
}

/** Load this page in the person's own browser, never submitting anything, and answer with `rendered`. */
export interface RenderEvent {
  type: "render";
  id: string;
  /** Names this one page load in the answer. */
  render: string;
  url: string;
}

/** The numbered passages, before the first word of the answer. */
export interface SourcesEvent {
  type: "sources";
  id: string;
  sources: readonly (SourceView)[];
}

/** Sent by the relay before it has found the engine: proof of life for the panel. */
export interface StartingEvent {
  type: "starting";
  protocol: number;
}

/** A model's reasoning, kept apart from the answer. */
export interface ThinkingEvent {
  type: "thinking";
  id: string;
  text: string;
}

export type Request =
  | HelloRequest
  | StatusRequest
  | ModelsRequest
  | UseModelRequest
  | UseRerankerRequest
  | BeginUploadRequest
  | UploadPieceRequest
  | OpenPageRequest
  | OpenUrlRequest
  | OpenVideoRequest
  | PlanSiteRequest
  | IndexSiteRequest
  | RefreshSiteRequest
  | SiteScheduleRequest
  | OfferRenderingRequest
  | RenderedRequest
  | AddFilesRequest
  | RetryFileRequest
  | LeaveOutFileRequest
  | WatchFolderRequest
  | ReadWatchedFileRequest
  | UnwatchFolderRequest
  | ListFoldersRequest
  | FollowFoldersRequest
  | AskRequest
  | SearchRequest
  | FindCollectionRequest
  | DeleteCollectionRequest
  | ListDocumentsRequest
  | ReadDocumentRequest
  | RemoveDocumentRequest
  | SetChunkingRequest
  | ReindexRequest
  | FindKeptRequest
  | ListJobsRequest
  | WatchJobRequest
  | ReportJobRequest
  | PauseJobRequest
  | ResumeJobRequest
  | RetryJobRequest
  | CancelJobRequest
  | ExtractRequest
  | ChooseProviderRequest
  | SetKeyRequest
  | CancelRequest
  | PingRequest;

export type Event =
  | StartingEvent
  | ProgressEvent
  | NoticeEvent
  | SourcesEvent
  | ThinkingEvent
  | DeltaEvent
  | JobEvent
  | FoldersEvent
  | RenderEvent
  | PartEvent
  | DoneEvent
  | FailedEvent;

export type Result =
  | NothingResult
  | WelcomeResult
  | StatusResult
  | ModelsResult
  | UploadResult
  | OpenedResult
  | SitePlanResult
  | FolderWatchedResult
  | WatchedFoldersResult
  | JobStartedResult
  | JobReportResult
  | JobsResult
  | AnswerResult
  | FoundResult
  | CollectionFoundResult
  | DocumentsResult
  | DocumentTextResult
  | KeptResult
  | ExtractedResult;

/** What the `done` event of each request carries. */
export interface Results {
  hello: WelcomeResult;
  status: StatusResult;
  models: ModelsResult;
  use_model: ModelsResult;
  use_reranker: ModelsResult;
  begin_upload: UploadResult;
  upload_piece: NothingResult;
  open_page: OpenedResult;
  open_url: OpenedResult;
  open_video: OpenedResult;
  plan_site: SitePlanResult;
  index_site: JobStartedResult;
  refresh_site: JobStartedResult;
  site_schedule: NothingResult;
  offer_rendering: NothingResult;
  rendered: NothingResult;
  add_files: JobStartedResult;
  retry_file: JobStartedResult;
  leave_out_file: NothingResult;
  watch_folder: FolderWatchedResult;
  read_watched_file: JobStartedResult;
  unwatch_folder: NothingResult;
  list_folders: WatchedFoldersResult;
  follow_folders: NothingResult;
  ask: AnswerResult;
  search: FoundResult;
  find_collection: CollectionFoundResult;
  delete_collection: NothingResult;
  list_documents: DocumentsResult;
  read_document: DocumentTextResult;
  remove_document: NothingResult;
  set_chunking: CollectionFoundResult;
  reindex: JobStartedResult;
  find_kept: KeptResult;
  list_jobs: JobsResult;
  watch_job: JobReportResult;
  report_job: JobReportResult;
  pause_job: NothingResult;
  resume_job: NothingResult;
  retry_job: JobStartedResult;
  cancel_job: NothingResult;
  extract: ExtractedResult;
  choose_provider: NothingResult;
  set_key: NothingResult;
  cancel: NothingResult;
  ping: NothingResult;
}
