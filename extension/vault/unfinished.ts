/** Files that lack only a word of the person: a password, or leave to recognise the text of pages that are pictures. */

import type { FolderView, JobItemView, JobView } from "../contract";
import type { Client } from "../engine/connection";
import { EngineError } from "../engine/errors";
import type { Jobs, WatchedJob } from "../jobs/jobs";
import { Store } from "../store";

export interface UnfinishedFile {
  /** Who can read it: the job that has its bytes, or the watched folder that it lies in. */
  at: { job: number } | { folder: number };
  path: string;
  lacks: "password" | "recognition";
  /** Why it, or what of it, could not be read, in words that name it; of the last try. */
  reason: string;
}

/** What a person may give for it. */
export interface Given {
  password: string;
  /** Languages in which its text may be recognised. */
  ocr: readonly string[];
}

const LACKS = new Map<string, UnfinishedFile["lacks"]>([
  ["encrypted", "password"],
  ["needs_ocr", "recognition"],
]);

/** By how each file ended last in these jobs, oldest first. */
export function unfinishedIn(jobs: readonly WatchedJob[]): UnfinishedFile[] {
  const last = new Map<string, { job: number; item: JobItemView }>();
  for (const { job, items } of jobs) {
    // A watched folder says itself what its files lack.
    for (const item of job.kind === "add_files" ? items : []) last.set(item.uri, { job: job.id, item });
  }
  return [...last.values()].flatMap(({ job, item }) => lacking({ job }, item));
}

export function unfinishedOf(folder: FolderView): UnfinishedFile[] {
  return folder.problems.flatMap((item) => lacking({ folder: folder.id }, item));
}

/** The same as long as the file is, whoever has it. */
export function keyOf({ at, path }: UnfinishedFile): string {
  return "folder" in at ? `${at.folder}:${path}` : path;
}

/** For what so many files wait, in words. */
export function waitingLine(files: readonly UnfinishedFile[]): string {
  const locked = files.filter(({ lacks }) => lacks === "password").length;
  const words = (count: number) => `${count} ${count === 1 ? "file waits" : "files wait"}`;
  const scanned = files.length - locked;
  return [
    locked && `${words(locked)} for a password`,
    scanned && `${words(scanned)} for leave to recognise the text`,
  ]
    .filter(Boolean)
    .join(", ");
}

function lacking(at: UnfinishedFile["at"], item: JobItemView): UnfinishedFile[] {
  const lacks = LACKS.get(item.code);
  return lacks ? [{ at, path: item.uri, lacks, reason: named(item) }] : [];
}

function named({ uri, reason }: JobItemView): string {
  return [uri, reason].filter(Boolean).join(": ");
}

export class Finisher {
  /** Keys of the files that are being tried again. */
  readonly trying = new Store<ReadonlySet<string>>(new Set());
  /** Why a file could not even be tried, by its key. */
  readonly errors = new Store<ReadonlyMap<string, EngineError>>(new Map());

  constructor(
    private readonly client: Client,
    private readonly jobs: Jobs,
  ) {}

  /** Settles when the file has been read, or could not be: whether nobody stopped it. What was given is kept nowhere. */
  async tryAgain(file: UnfinishedFile, given: Partial<Given>): Promise<boolean> {
    const key = keyOf(file);
    this.trying.update((all) => new Set([...all, key]));
    this.errors.update((all) => new Map([...all].filter(([other]) => other !== key)));
    try {
      const job = await this.start(file, { password: "", ocr: [], ...given });
      await this.jobs.watch(job);
      return this.jobs.all.value.get(job.id)?.job.state !== "cancelled";
    } catch (thrown) {
      this.errors.update((all) => new Map([...all, [key, EngineError.from(thrown)]]));
      return true;
    } finally {
      this.trying.update((all) => new Set([...all].filter((other) => other !== key)));
    }
  }

  /** One after the other, as recognising takes all that the machine has, until one is stopped. */
  async tryAll(files: readonly UnfinishedFile[], given: Partial<Given>): Promise<void> {
    for (const file of files) if (!(await this.tryAgain(file, given))) return;
  }

  private async start({ at, path }: UnfinishedFile, given: Given): Promise<JobView> {
    const started =
      "folder" in at
        ? await this.client.request("read_watched_file", { ...at, path, ...given })
        : await this.client.request("retry_file", { ...at, path, ...given });
    return started.job;
  }
}
