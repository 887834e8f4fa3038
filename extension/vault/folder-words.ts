/** A watched folder in words. */

import type { FolderView } from "../contract";
import { ago } from "../site/ago";

const STATES: Record<FolderView["state"], string> = {
  reading: "Reading what has changed",
  watching: "Up to date",
  polling: "Up to date",
  paused: "Not followed",
  unreachable: "Not reachable",
};

/** `now` in seconds. */
export function folderLine(folder: FolderView, now: number): string {
  const parts = [STATES[folder.state], count(folder.documents, "document")];
  if (folder.changed > 0) parts.push(`changed ${ago(folder.changed, now)}`);
  if (folder.unsupported > 0) parts.push(`${count(folder.unsupported, "file")} of other kinds`);
  return parts.join(" · ");
}

export function problemsLine(failed: number): string {
  return `${count(failed, "file")} could not be read, and why`;
}

/** As they are typed: between commas. */
export function patterns(text: string): string[] {
  return text
    .split(",")
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "");
}

function count(number: number, thing: string): string {
  return `${number.toLocaleString("en")} ${thing}${number === 1 ? "" : "s"}`;
}
