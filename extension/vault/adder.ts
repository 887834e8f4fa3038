/** Hands files to the engine, one after the other, and starts the job that indexes them. */

import type { UploadRef } from "../contract";
import type { Client } from "../engine/connection";
import { EngineError } from "../engine/errors";
import { upload } from "../engine/upload";
import type { Jobs } from "../jobs/jobs";
import { Store } from "../store";
import type { NamedFile } from "./dropped-files";

export interface FileProgress {
  path: string;
  state: "waiting" | "sending" | "sent" | "failed" | "cancelled";
  sent: number;
  size: number;
  error: string;
}

export interface Adding {
  vault: string;
  active: boolean;
  files: readonly FileProgress[];
  error: EngineError | null;
}

export class VaultAdder {
  readonly adding = new Store<Adding | null>(null);
  private controller: AbortController | undefined;
  private sending: { index: number; controller: AbortController } | undefined;

  constructor(
    private readonly client: Client,
    private readonly jobs: Jobs,
  ) {}

  async add(vault: string, files: readonly NamedFile[]): Promise<void> {
    if (files.length === 0) return;
    const controller = new AbortController();
    this.controller = controller;
    const waiting = files.map(({ path, file }): FileProgress => {
      return { path, state: "waiting", sent: 0, size: file.size, error: "" };
    });
    this.adding.set({ vault, active: true, files: waiting, error: null });
    try {
      const uploads = await this.sendAll(files, controller.signal);
      if (uploads.length > 0) {
        const { job } = await this.client.request("add_files", { vault, files: uploads });
        void this.jobs.watch(job);
      }
      if (uploads.length === files.length)
        this.adding.set(null); // from here on the job tells
      else this.finish(null);
    } catch (thrown) {
      this.finish(EngineError.from(thrown));
    }
  }

  /** Takes one file out, until all have been handed over; the others go on. */
  leaveOut(index: number): void {
    this.change(index, { state: "cancelled" });
    if (this.sending?.index === index) this.sending.controller.abort();
  }

  stop(): void {
    this.controller?.abort();
  }

  dismiss(): void {
    this.adding.set(null);
  }

  private async sendAll(files: readonly NamedFile[], signal: AbortSignal): Promise<UploadRef[]> {
    const uploads = new Map<number, UploadRef>();
    for (const [index, file] of files.entries()) {
      if (this.isOut(index)) continue;
      try {
        uploads.set(index, { upload: await this.send(index, file, signal), path: file.path });
      } catch (thrown) {
        if (this.isOut(index) && !signal.aborted) continue;
        const error = thrown instanceof DOMException ? unreadable(file.path) : EngineError.from(thrown);
        this.change(index, { state: "failed", error: error.message });
        if (concernsAll(error)) throw error;
      }
    }
    return [...uploads].flatMap(([index, sent]) => (this.isOut(index) ? [] : [sent]));
  }

  private async send(index: number, { path, file }: NamedFile, signal: AbortSignal): Promise<string> {
    const controller = new AbortController();
    this.sending = { index, controller };
    this.change(index, { state: "sending" });
    const bytes = new Uint8Array(await file.arrayBuffer());
    const sent = await upload(this.client, path, bytes, {
      signal: AbortSignal.any([signal, controller.signal]),
      onProgress: (done) => this.change(index, { sent: done }),
    });
    this.sending = undefined;
    this.change(index, { sent: file.size, ...(this.isOut(index) ? {} : { state: "sent" }) });
    return sent;
  }

  private isOut(index: number): boolean {
    return this.adding.value?.files[index]?.state === "cancelled"; // nothing is being added any more
  }

  private finish(error: EngineError | null): void {
    this.adding.update((adding) => adding && { ...adding, active: false, error });
  }

  private change(index: number, change: Partial<FileProgress>): void {
    this.adding.update((adding) => {
      if (!adding) return adding;
      const files = adding.files.map((file, at) => (at === index ? { ...file, ...change } : file));
      return { ...adding, files };
    });
  }
}

/** The browser's word for a file that was moved or changed since it was chosen. */
function unreadable(path: string): EngineError {
  return new EngineError(
    "not_allowed",
    `The browser cannot read ${path} any more.`,
    "Choose the file again.",
  );
}

/** Errors after which the next file would fail as well. */
function concernsAll(error: EngineError): boolean {
  return ["cancelled", "disconnected", "silent", "disk_full"].includes(error.code);
}
