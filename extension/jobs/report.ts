/** How the pages or files of a job ended: what to show of it, and as a table to keep. */

import type { JobItemView } from "../contract";

export type ItemState = JobItemView["state"];

/** What went wrong first. */
export const STATES: readonly ItemState[] = ["failed", "skipped", "indexed", "unchanged"];

/** The states that occur, and how often. */
export function tally(items: readonly JobItemView[]): { state: ItemState; count: number }[] {
  return STATES.map((state) => ({
    state,
    count: items.filter((item) => item.state === state).length,
  })).filter(({ count }) => count > 0);
}

/** RFC 4180, for the table programs that people have. */
export function toCsv(items: readonly JobItemView[]): string {
  const rows = items.map((item) => [item.uri, item.state, item.reason, item.code]);
  return [["address", "state", "reason", "code"], ...rows]
    .map((row) => `${row.map(cell).join(",")}\r\n`)
    .join("");
}

/** A cell that begins like a formula would be computed by a table program, and addresses come from strangers. */
function cell(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A name for the file: what the job was about, in letters that every system takes. */
export function csvName(title: string): string {
  return `${title.replace(/[^\w.-]+/g, "-").replace(/^[-.]+|[-.]+$/g, "") || "report"}.csv`;
}
