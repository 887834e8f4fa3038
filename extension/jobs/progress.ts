/** A job's numbers as words and as a bar. */

import type { JobView } from "../contract";

export function finished(job: JobView): number {
  return job.indexed + job.unchanged + job.skipped + job.failed;
}

/** Between 0 and 1, or null when nobody knows how much there is. */
export function fraction(job: JobView): number | null {
  return job.total > 0 ? Math.min(1, finished(job) / job.total) : null;
}

/** What happened, leaving out what did not. */
export function counts(job: JobView): string {
  const parts = [
    `${job.indexed} indexed`,
    job.unchanged && `${job.unchanged} unchanged`,
    job.skipped && `${job.skipped} skipped`,
    job.failed && `${job.failed} failed`,
  ];
  return parts.filter(Boolean).join(" · ");
}

export function headline(job: JobView): string {
  switch (job.state) {
    case "queued":
      return "Waiting to start";
    case "running":
      return job.stage || "Working";
    case "paused":
      return "Paused";
    case "done":
      return "Finished";
    case "cancelled":
      return job.kind === "reindex" ? "Stopped. The old index stays." : "Stopped. What was indexed stays.";
    case "failed":
      return "Failed";
  }
}
