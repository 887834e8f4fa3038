/** What the person can do about the items of a job that has ended. */

import type { JobItemView, JobView } from "../contract";
import { isActive } from "./jobs";

export interface WaysOn {
  /** Items that another try may end better. */
  again: number;
  /** Those of them that only the person's own browser can show. */
  walled: number;
  /** Where these are; empty when there are none. */
  host: string;
}

export function waysOn(job: JobView, items: readonly JobItemView[]): WaysOn {
  const again = isActive(job) ? [] : items.filter((item) => item.again);
  const walled = again.filter((item) => item.code === "needs_browser");
  const first = walled[0];
  return { again: again.length, walled: walled.length, host: first ? new URL(first.uri).host : "" };
}
