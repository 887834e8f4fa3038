/** Files of a job that are pictures of text: they are read when the person says so, and never by themselves. */

import type { JobItemView, JobView } from "../contract";
import { isActive } from "./jobs";

/** Their paths, once the job has ended. */
export function scans(job: JobView, items: readonly JobItemView[]): readonly string[] {
  if (isActive(job) || job.kind !== "add_files") return [];
  return items.filter((item) => item.code === "needs_ocr").map((item) => item.uri);
}
