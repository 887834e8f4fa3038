/** Files that lack only a word of the person: a password, or leave to recognise the text of pages that are pictures. */

import type { JobItemView } from "../contract";
import type { Client } from "../engine/connection";
import { EngineError } from "../engine/errors";
import type { Jobs, WatchedJob } from "../jobs/jobs";
import { Store } from "../store";

export interface UnfinishedFile {
  /** The job that has its bytes. */
  job: number;
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
    for (const item of items) last.set(item.uri, { job: job.id, item });
  }
  return [...last.values()].flatMap(({ job, item }) => {
    const lacks = LACKS.get(item.code);
    return lacks ? [{ job, path: item.uri, lacks, reason: named(item) }] : [];
  });
}

function named({ uri, reason }: JobItemView): string {
  return reason.includes(uri) ? reason : [uri, reason].filter(Boolean).join(": ");
}

export class Finisher {
  /** Paths of the files that are being tried again. */
  readonly trying = new Store<ReadonlySet<string>>(new Set());
  /** Why a file could not even be tried, by path. */
  readonly errors = new Store<ReadonlyMap<string, EngineError>>(new Map());

  constructor(
    private readonly client: Client,
    private readonly jobs: Jobs,
  ) {}

  /** Settles when the file has been read, or could not be; what was given is kept nowhere. */
  async tryAgain({ job, path }: UnfinishedFile, { password, ocr }: Partial<Given>): Promise<void> {
    this.trying.update((all) => new Set([...all, path]));
    this.errors.update((all) => new Map([...all].filter(([other]) => other !== path)));
    try {
      const fields = { job, path, password: password ?? "", ocr: ocr ?? [] };
      const started = await this.client.request("retry_file", fields);
      await this.jobs.watch(started.job);
    } catch (thrown) {
      this.errors.update((all) => new Map([...all, [path, EngineError.from(thrown)]]));
    } finally {
      this.trying.update((all) => new Set([...all].filter((other) => other !== path)));
    }
  }
}
