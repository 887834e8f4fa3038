/** Background work of the engine as the panel sees it. Jobs belong to the engine: this only watches. */

import type { JobFileView, JobItemView, JobView, Results } from "../contract";
import type { Client } from "../engine/connection";
import { Store } from "../store";

export interface WatchedJob {
  job: JobView;
  /** How each page or file ended; known when the job has, or while it is paused. */
  items: readonly JobItemView[];
  /** The first files that have not ended, while files are added. */
  files?: readonly JobFileView[];
}

/** Not ended: a paused job waits for the person. */
export function isActive(job: JobView): boolean {
  return job.state === "queued" || job.state === "running" || job.state === "paused";
}

/** Whether a new index is being made already. */
export function renewing(watched: WatchedJob | undefined): boolean {
  return watched !== undefined && watched.job.kind === "reindex" && isActive(watched.job);
}

export class Jobs {
  readonly all = new Store<ReadonlyMap<number, WatchedJob>>(new Map());

  private readonly reporting = new Set<number>();

  constructor(
    private readonly client: Client,
    /** Called when a job has ended, so that others can look again at what there is. */
    private readonly onEnd: () => void,
  ) {}

  /** Shows what runs: after the panel opens, and after the connection was lost. */
  async resume(): Promise<void> {
    const { jobs } = await this.client.request("list_jobs", {});
    const known = this.all.value;
    for (const job of jobs) {
      if (isActive(job) || known.has(job.id)) void this.watch(job);
    }
  }

  /** Shows how the last job on a collection ended, when nothing newer is known. */
  async recall(collection: number): Promise<void> {
    if (this.on(collection)) return;
    const { jobs } = await this.client.request("list_jobs", {});
    const last = jobs.find((job) => job.collection === collection); // the newest comes first
    if (last && !this.on(collection)) await this.report(last.id);
  }

  async watch(job: JobView): Promise<void> {
    this.put({ job, items: [] });
    const report = await this.follow(job.id);
    if (!report) return;
    this.put(report);
    this.onEnd();
  }

  async cancel(id: number): Promise<void> {
    await this.client.request("cancel_job", { job: id });
  }

  async pause(id: number): Promise<void> {
    await this.client.request("pause_job", { job: id });
  }

  /** Lets a paused job go on. */
  async proceed(id: number): Promise<void> {
    await this.client.request("resume_job", { job: id });
  }

  /** Lets a job that has ended try again what failed for the moment. */
  async retry(id: number): Promise<void> {
    const { job } = await this.client.request("retry_job", { job: id });
    void this.watch(job);
  }

  /** Takes a file out of a job that adds files; the others go on. */
  async leaveOut(id: number, path: string): Promise<void> {
    await this.client.request("leave_out_file", { job: id, path });
  }

  /** Makes a new index of a collection; the old one answers meanwhile. */
  async reindex(collection: number): Promise<void> {
    const { job } = await this.client.request("reindex", { collection });
    void this.watch(job);
  }

  /** The newest job on a collection. */
  on(collection: number): WatchedJob | undefined {
    return [...this.all.value.values()].filter(({ job }) => job.collection === collection).at(-1);
  }

  /** Null when the connection broke; `resume` takes it up again. */
  private async follow(id: number): Promise<Results["watch_job"] | null> {
    try {
      return await this.client.request(
        "watch_job",
        { job: id },
        {
          patience: Number.POSITIVE_INFINITY, // one slow page may be silent for minutes
          onEvent: (event) => {
            if (event.type !== "job") return;
            const known = this.all.value.get(id);
            this.put({ job: event.job, items: known?.items ?? [], files: event.files });
            // A file that waits for a password is shown while the others go on; of a site's pages there may be thousands.
            const troubled = event.job.kind === "add_files" && event.job.failed > (known?.job.failed ?? 0);
            if (event.job.state === "paused" || (troubled && !this.reporting.has(id))) void this.tell(id);
          },
        },
      );
    } catch {
      return null;
    }
  }

  /** As far as it is; when it cannot be had, the numbers are there. */
  private async tell(id: number): Promise<void> {
    this.reporting.add(id);
    await this.report(id).catch(() => undefined);
    this.reporting.delete(id);
  }

  private async report(id: number): Promise<void> {
    const report = await this.client.request("report_job", { job: id });
    const known = this.all.value.get(id);
    if (!known) this.put(report);
    else if (known.job.state === report.job.state) this.put({ ...known, ...report }); // else it has gone on meanwhile
  }

  private put({ job, items, files = [] }: WatchedJob): void {
    this.all.update((all) => new Map([...all, [job.id, { job, items, files }]]));
  }
}
