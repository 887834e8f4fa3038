/** Everything that the panel works with, built once; the components only show it and call it. */

import type { CollectionView, StatusResult } from "../contract";
import { Chat } from "../chat/chat";
import type { Subject } from "../chat/subject";
import { Connection } from "../engine/connection";
import { EngineError } from "../engine/errors";
import type { OpenPort } from "../engine/port";
import { Jobs } from "../jobs/jobs";
import { Reader, type CaptureTab } from "../page/reader";
import { videoId } from "../page/video";
import { Videos } from "../page/videos";
import type { View } from "../page/view";
import type { VideoTab } from "../page/watched";
import { Consent, type Memory, type SitePermissions } from "../rendering/consent";
import type { LoadPage } from "../rendering/load-page";
import { Renderer } from "../rendering/renderer";
import { Planning, type Plan } from "../site/planning";
import { Sites, type SiteInView } from "../site/sites";
import { Store } from "../store";
import type { Tab } from "./tabs";
import { Keeper, type CanonicalOf } from "../vault/keeper";
import { VaultAdder } from "../vault/adder";
import { Finisher } from "../vault/unfinished";
import { WatchedFolders } from "../vault/folders";
import { foldersOf } from "../viewer/listing";
import { Viewer } from "../viewer/viewer";

/** What of the vaults is asked about. */
export interface VaultScope {
  /** Null: the first one. */
  vault: string | null;
  /** By the vault's id; where there is none, all of it. */
  folders: Readonly<Record<number, string>>;
}

/** What only the browser can do. */
export interface Surroundings {
  version: string;
  extensionId: string;
  openPort: OpenPort;
  captureTab: CaptureTab;
  canonicalOf: CanonicalOf;
  videoTab: VideoTab;
  /** That the person reads, best first. */
  languages: readonly string[];
  loadPage: LoadPage;
  sitePermissions: SitePermissions;
  siteMemory: Memory;
  /** Has to be called straight from a click. */
  askToReadAll(): Promise<boolean>;
  openAddress(url: string, view: View): Promise<void>;
  copy(text: string): Promise<void>;
  /** Lets the person keep a text as a file. */
  save(name: string, text: string): void;
}

export class Companion {
  /** Null until the browser has told what is in view. */
  readonly view = new Store<View | null>(null);
  /** Null until the engine has told. */
  readonly status = new Store<StatusResult | null>(null);
  /** What the person asked for last and could not be done. */
  readonly problem = new Store<EngineError | null>(null);
  /** Questions that are being typed; each stays while another tab is shown. */
  readonly drafts: Record<Tab, Store<string>> = {
    page: new Store(""),
    site: new Store(""),
    vault: new Store(""),
  };
  readonly vaultScope = new Store<VaultScope>({ vault: null, folders: {} });
  readonly connection: Connection;
  readonly videos: Videos;
  readonly reader: Reader;
  readonly chat: Chat;
  readonly jobs: Jobs;
  readonly adder: VaultAdder;
  readonly finisher: Finisher;
  readonly folders: WatchedFolders;
  readonly keeper: Keeper;
  readonly viewer: Viewer;
  readonly planning: Planning;
  readonly consent: Consent;
  readonly renderer: Renderer;
  private readonly sites: Sites;

  constructor(readonly surroundings: Surroundings) {
    this.connection = new Connection(surroundings.openPort, surroundings.version);
    this.videos = new Videos(this.connection, surroundings.videoTab, surroundings.languages);
    this.reader = new Reader(this.connection, surroundings.captureTab, this.videos);
    this.chat = new Chat(this.connection, this.reader);
    this.jobs = new Jobs(this.connection, () => void this.refresh());
    this.adder = new VaultAdder(this.connection, this.jobs);
    this.finisher = new Finisher(this.connection, this.jobs);
    this.folders = new WatchedFolders(this.connection, this.jobs, () => void this.refresh());
    this.keeper = new Keeper(
      this.connection,
      this.reader,
      surroundings.canonicalOf,
      () => void this.refresh(),
    );
    this.viewer = new Viewer(this.connection, () => void this.refresh());
    this.sites = new Sites(this.connection, this.jobs, surroundings.captureTab);
    this.planning = new Planning(this.sites);
    this.consent = new Consent(surroundings.sitePermissions, surroundings.siteMemory);
    this.renderer = new Renderer(this.connection, surroundings.loadPage);
    this.consent.hosts.subscribe(() => this.offerRendering());
    this.connection.state.subscribe(() => {
      this.offerRendering();
      if (this.connection.state.value.kind === "ready") void this.catchUp();
    });
  }

  start(): void {
    void this.consent.load();
    this.connection.start();
  }

  async refresh(): Promise<void> {
    await this.connection.request("status", {}).then(
      (status) => this.status.set(status),
      () => undefined, // the connection's own state says what is wrong
    );
  }

  /** `model`: of those that it has; empty for its first. */
  chooseProvider(provider: string, model: string): void {
    void this.attempt(async () => {
      await this.connection.request("choose_provider", { provider, model });
      await this.refresh();
    });
  }

  cancelJob(job: number): void {
    void this.attempt(() => this.jobs.cancel(job));
  }

  leaveOutFile(job: number, path: string): void {
    void this.attempt(() => this.jobs.leaveOut(job, path));
  }

  pauseJob(job: number): void {
    void this.attempt(() => this.jobs.pause(job));
  }

  resumeJob(job: number): void {
    void this.attempt(() => this.jobs.proceed(job));
  }

  /** With how its last reading ended. */
  async findSite(url: string): Promise<CollectionView | null> {
    try {
      const site = await this.sites.find(url);
      if (site) await this.jobs.recall(site.id);
      return site;
    } catch (thrown) {
      this.problem.set(EngineError.from(thrown));
      return null;
    }
  }

  /** Of the folders in a vault; none while there is no connection. */
  async folderPaths(vault: number): Promise<readonly string[]> {
    return this.connection.request("list_documents", { collection: vault }).then(
      ({ documents }) => foldersOf(documents),
      () => [],
    );
  }

  indexSite(site: SiteInView, plan: Plan): void {
    void this.attempt(async () => {
      await this.sites.index(site, plan);
      this.planning.clear();
    });
  }

  refreshSite(collection: number): void {
    void this.attempt(() => this.sites.refresh(collection));
  }

  scheduleSite(collection: number, hours: number): void {
    void this.attempt(async () => {
      await this.sites.schedule(collection, hours);
      await this.refresh();
    });
  }

  /** Whether it is watched now. */
  async watchFolder(vault: string, path: string, exclude: readonly string[]): Promise<boolean> {
    await this.attempt(() => this.folders.watch(vault, path, exclude));
    return this.problem.value === null;
  }

  unwatchFolder(folder: number, keep: boolean): void {
    void this.attempt(() => this.folders.unwatch(folder, keep));
  }

  /** Has to be called straight from a click. */
  allow(host: string): void {
    void this.attempt(async () => void (await this.consent.ask(host)));
  }

  /** Reads in the person's browser what a job could not have. Has to be called straight from a click. */
  openWalled(host: string, job: number): void {
    void this.attempt(async () => {
      if (await this.consent.ask(host)) await this.jobs.retry(job);
    });
  }

  retryJob(job: number): void {
    void this.attempt(() => this.jobs.retry(job));
  }

  reindex(collection: number): void {
    void this.attempt(() => this.jobs.reindex(collection));
  }

  revoke(host: string): void {
    void this.attempt(() => this.consent.revoke(host));
  }

  save(name: string, text: string): void {
    this.surroundings.save(name, text);
  }

  open(url: string): void {
    const view = this.view.value ?? { kind: "restricted" };
    void this.attempt(() => this.surroundings.openAddress(url, view));
  }

  /** Does what the person asked for, and says so when it fails. */
  private async attempt(action: () => Promise<void>): Promise<void> {
    this.problem.set(null);
    await action().catch((thrown: unknown) => this.problem.set(EngineError.from(thrown)));
  }

  private offerRendering(): void {
    const ready = this.connection.state.value.kind === "ready";
    this.renderer.serve(ready ? this.consent.hosts.value : new Set());
  }

  private async catchUp(): Promise<void> {
    void this.folders.follow();
    await Promise.all([this.refresh(), this.jobs.resume().catch(() => undefined)]);
  }
}

type SubjectInView = Extract<Subject, { kind: "page" | "video" }>;

/** What the person asks about when asking about what is in view. */
export function subjectOf(view: View | null): SubjectInView | null {
  if (view?.kind !== "page") return null;
  const video = videoId(view.url);
  if (!video) return { ...view, kind: "page" };
  return { ...view, kind: "video", video, title: view.title.replace(/ - YouTube$/, "") };
}
