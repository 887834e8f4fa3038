/** Everything that the panel works with, built once; the components only show it and call it. */

import type { CollectionView, StatusResult } from "../contract";
import { Chat } from "../chat/chat";
import type { Subject } from "../chat/subject";
import { Connection } from "../engine/connection";
import type { OpenPort } from "../engine/port";
import { Jobs } from "../jobs/jobs";
import { Reader, type CaptureTab } from "../page/reader";
import { videoId } from "../page/video";
import type { View } from "../page/view";
import { Store } from "../store";
import { VaultAdder } from "../vault/adder";

/** What only the browser can do. */
export interface Surroundings {
  version: string;
  extensionId: string;
  openPort: OpenPort;
  captureTab: CaptureTab;
  /** Has to be called straight from a click. */
  askToReadAll(): Promise<boolean>;
  openAddress(url: string, view: View): Promise<void>;
  copy(text: string): Promise<void>;
}

export class Companion {
  /** Null until the browser has told what is in view. */
  readonly view = new Store<View | null>(null);
  /** Null until the engine has told. */
  readonly status = new Store<StatusResult | null>(null);
  readonly connection: Connection;
  readonly reader: Reader;
  readonly chat: Chat;
  readonly jobs: Jobs;
  readonly adder: VaultAdder;

  constructor(readonly surroundings: Surroundings) {
    this.connection = new Connection(surroundings.openPort, surroundings.version);
    this.reader = new Reader(this.connection, surroundings.captureTab);
    this.chat = new Chat(this.connection, this.reader);
    this.jobs = new Jobs(this.connection, () => void this.refresh());
    this.adder = new VaultAdder(this.connection, this.jobs);
    this.connection.state.subscribe(() => {
      if (this.connection.state.value.kind === "ready") void this.catchUp();
    });
  }

  start(): void {
    this.connection.start();
  }

  async refresh(): Promise<void> {
    await this.connection.request("status", {}).then(
      (status) => this.status.set(status),
      () => undefined, // the connection's own state says what is wrong
    );
  }

  async chooseProvider(provider: string): Promise<void> {
    await this.connection.request("choose_provider", { provider });
    await this.refresh();
  }

  async findSite(key: string): Promise<CollectionView | null> {
    const { collection } = await this.connection.request("find_collection", { kind: "site", key });
    return collection;
  }

  async indexSite(url: string, tab: number): Promise<void> {
    const capture = await this.surroundings.captureTab(tab).catch(() => null); // the host finds the usual sitemaps
    const { job } = await this.connection.request("index_site", { url, sitemaps: capture?.sitemaps ?? [] });
    void this.jobs.watch(job);
  }

  open(url: string): void {
    const view = this.view.value ?? { kind: "restricted" };
    void this.surroundings.openAddress(url, view);
  }

  private async catchUp(): Promise<void> {
    await Promise.all([this.refresh(), this.jobs.resume().catch(() => undefined)]);
  }
}

/** What the person asks about when asking about what is in view. */
export function subjectOf(view: View | null): Subject | null {
  if (view?.kind !== "page") return null;
  const video = videoId(view.url);
  if (video) return { kind: "video", video, url: view.url, title: view.title.replace(/ - YouTube$/, "") };
  return { ...view, kind: "page" };
}
