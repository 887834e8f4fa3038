/** A host in memory that keeps the contract: what it was sent can be read, what it says is up to the test. */

import type {
  CollectionView,
  DocumentTextResult,
  DocumentView,
  Event,
  FolderView,
  JobItemView,
  JobView,
  OpenedResult,
  Request,
  Result,
  SitePlanResult,
  SourceView,
  StatusResult,
  TranscriptView,
  ErrorView,
} from "../contract";
import type { Client } from "../engine/connection";
import type { HostPort, OpenPort, PortListener } from "../engine/port";
import { Session } from "../engine/session";

type Handler = (request: Request, host: FakeHost) => Result | undefined;

export class FakeHost {
  /** Every message of every port, oldest first. */
  readonly sent: Request[] = [];
  ports = 0;
  closed = 0;
  /** Set to make the browser refuse what is posted. */
  refuses: string | null = null;
  private listener: PortListener | undefined;

  constructor(private readonly handlers: Partial<Record<Request["type"], Handler>> = {}) {}

  readonly open: OpenPort = (listener): HostPort => {
    this.ports += 1;
    this.listener = listener;
    return {
      post: (message) => this.receive(message as Request, listener),
      close: () => {
        this.closed += 1;
        if (this.listener === listener) this.listener = undefined;
      },
    };
  };

  say(event: object): void {
    this.listener?.message(event);
  }

  event(event: Event): void {
    this.say(event);
  }

  done(id: string, result: Result): void {
    this.say({ type: "done", id, result });
  }

  fail(id: string | null, code: ErrorView["code"], message = "It failed.", next_step = ""): void {
    this.say({ type: "failed", id, error: { code, message, next_step, log_reference: "" } });
  }

  /** What the browser does when the host's process is gone. */
  crash(reason: string | null = "Native host has exited."): void {
    const listener = this.listener;
    this.listener = undefined;
    listener?.closed(reason);
  }

  last<T extends Request["type"]>(type: T): Extract<Request, { type: T }> {
    const found = this.all(type).at(-1);
    if (!found) throw new Error(`No ${type} was sent.`);
    return found;
  }

  all<T extends Request["type"]>(type: T): Extract<Request, { type: T }>[] {
    return this.sent.filter((request) => request.type === type) as Extract<Request, { type: T }>[];
  }

  private receive(request: Request, from: PortListener): void {
    if (this.refuses !== null) throw new Error(this.refuses);
    this.sent.push(request);
    const handler = this.handlers[request.type];
    if (!handler) return;
    queueMicrotask(() => {
      if (this.listener !== from) return;
      const result = handler(request, this);
      if (result) this.done(request.id, result);
    });
  }
}

export const NOTHING: Result = { kind: "nothing" };

/** Handlers of a host in good health. */
export function healthy(): Partial<Record<Request["type"], Handler>> {
  return {
    hello: () => ({ kind: "welcome", protocol: 1, version: "0.1.0", capabilities: [] }),
    ping: () => NOTHING,
    cancel: () => NOTHING,
    status: () => makeStatus(),
    list_jobs: () => ({ kind: "jobs", jobs: [] }),
    begin_upload: () => ({ kind: "upload", upload: "upload-1" }),
    upload_piece: () => NOTHING,
    find_kept: () => ({ kind: "kept", kept: [] }),
    find_collection: () => ({ kind: "collection_found", collection: null }),
    plan_site: () => makePlan({}),
    open_page: () => makeOpened({ collection: makeCollection({}), notices: [] }),
  };
}

/** A client on a session of its own, with nothing above it. */
export function clientOf(host: FakeHost): Client {
  return new Session(host.open, { starting: () => undefined, ended: () => undefined });
}

export function makeStatus(change: Partial<StatusResult> = {}): StatusResult {
  return {
    kind: "status",
    version: "0.1.0",
    model: "MiniLM",
    providers: [],
    chosen: "",
    chosen_model: "",
    collections: [],
    problem: null,
    ocr_languages: [],
    ...change,
  };
}

export function makeCollection(change: Partial<CollectionView>): CollectionView {
  return {
    id: 7,
    kind: "page",
    key: "k",
    title: "t",
    documents: 1,
    chunks: 1,
    model: "MiniLM",
    refresh_hours: 0,
    refreshed: 0,
    chunking: null,
    outdated: "",
    ...change,
  };
}

export function makePlan(change: Partial<SitePlanResult>): SitePlanResult {
  return {
    kind: "site_plan",
    url: "https://docs.example/",
    site: "docs.example",
    prefix: "",
    source: "sitemap",
    pages: 30,
    site_pages: 30,
    sections: [
      { path: "/", pages: 30, depth: 0 },
      { path: "/docs", pages: 20, depth: 1 },
      { path: "/docs/api", pages: 12, depth: 2 },
      { path: "/docs/guide", pages: 5, depth: 2 },
      { path: "/docs-old", pages: 4, depth: 1 },
    ],
    notes: [],
    probed: 3,
    needs_browser: 0,
    ...change,
  };
}

export function makeSource(change: Partial<SourceView>): SourceView {
  return {
    n: 1,
    document: 1,
    uri: "https://a.example/",
    title: "A page",
    headings: [],
    text: "A passage.",
    start: 0,
    end: 10,
    score: 0.5,
    url: "https://a.example/#:~:text=A",
    label: "",
    path: "",
    cited: true,
    authors: [],
    date: "",
    ...change,
  };
}

export function makeOpened(change: Partial<OpenedResult> = {}): OpenedResult {
  return {
    kind: "opened",
    collection: makeCollection({}),
    document: 1,
    state: "indexed",
    characters: 10,
    notices: [],
    transcript: null,
    ...change,
  };
}

export function makeTranscript(change: Partial<TranscriptView> = {}): TranscriptView {
  return {
    language: "en",
    label: "English",
    automatic: false,
    translated: false,
    reader: "host",
    tracks: [{ language: "en", label: "English", automatic: false }],
    translations: [],
    ...change,
  };
}

export function makeDocument(change: Partial<DocumentView>): DocumentView {
  return {
    id: 1,
    collection: 7,
    uri: "ambry:///papers/a.md",
    title: "A file",
    name: "a.md",
    folder: "",
    media_type: "text/markdown",
    chunks: 1,
    url: "",
    path: "",
    ...change,
  };
}

export function makeDocumentText(change: Partial<DocumentTextResult> = {}): DocumentTextResult {
  return {
    kind: "document_text",
    document: makeDocument({}),
    collection: makeCollection({ kind: "vault", key: "papers", title: "papers" }),
    authors: [],
    date: "",
    markdown: "# A file",
    places: [],
    ...change,
  };
}

export function makeItem(uri: string, change: Partial<JobItemView> = {}): JobItemView {
  return { uri, state: "indexed", reason: "", code: "", again: false, ...change };
}

export function makeFolder(change: Partial<FolderView> = {}): FolderView {
  return {
    id: 4,
    collection: 7,
    vault: "My files",
    path: "/home/ada/Notes",
    exclude: [],
    state: "watching",
    note: "",
    documents: 12,
    failed: 0,
    unsupported: 0,
    problems: [],
    checked: 0,
    changed: 0,
    ...change,
  };
}

export function makeJob(change: Partial<JobView> = {}): JobView {
  return {
    id: 1,
    kind: "index_site",
    collection: 7,
    title: "a.example",
    state: "running",
    stage: "Fetching pages",
    total: 0,
    indexed: 0,
    unchanged: 0,
    skipped: 0,
    failed: 0,
    error: null,
    created: 0,
    updated: 0,
    ...change,
  };
}
