/** Loads one page in a background tab, takes what the person would see there, and closes the tab. */

import { EngineError } from "../engine/errors";
import type { Capture } from "../page/capture";
import { refusal } from "./guard";

/** What is needed of the browser's tabs. */
export interface BackgroundTabs {
  /** Opens a tab that does not come to the front, and makes no sound. */
  open(url: string): Promise<number>;
  /** `url` is undefined where the extension may not look. Rejects once the tab is closed. */
  look(tab: number): Promise<{ loaded: boolean; url: string | undefined }>;
  /** Waits until the page has stopped changing. Null: it has gone to another page meanwhile. */
  settle(tab: number, longestMs: number): Promise<{ status: number } | null>;
  /** Null for a document that is no page. */
  capture(tab: number): Promise<Capture | null>;
  close(tab: number): Promise<void>;
}

export type LoadPage = (url: string, host: string, signal: AbortSignal) => Promise<Capture>;

export interface Patience {
  loadMs: number;
  settleMs: number;
  lookEveryMs: number;
  /** How long a page may be one that we may not look at: a new tab is an empty page at first. */
  hiddenMs: number;
}

const PATIENCE: Patience = { loadMs: 30_000, settleMs: 10_000, lookEveryMs: 100, hiddenMs: 3_000 };
/** A page that forwards by script is followed so often. */
const MAX_FORWARDS = 4;

export function pageLoader(tabs: BackgroundTabs, patience: Patience = PATIENCE): LoadPage {
  return async (url, host, signal) => {
    const objection = refusal(url, host);
    if (objection) throw problem(objection);
    const tab = await tabs.open(url);
    try {
      await settled(tabs, tab, signal, patience);
      const capture = await tabs.capture(tab);
      if (!capture?.html) throw problem("It is a file and no page.");
      if (refusal(capture.url, host)) throw problem("It led to another site.");
      return capture;
    } finally {
      await tabs.close(tab).catch(() => undefined); // the person may have closed it
    }
  };
}

async function settled(
  tabs: BackgroundTabs,
  tab: number,
  signal: AbortSignal,
  patience: Patience,
): Promise<void> {
  for (let forwards = 0; forwards <= MAX_FORWARDS; forwards += 1) {
    await loaded(tabs, tab, signal, patience);
    const page = await tabs.settle(tab, patience.settleMs);
    if (signal.aborted) throw problem("Stopped.");
    if (page && page.status >= 400) throw problem(`Your browser gets HTTP ${page.status} as well.`);
    if (page) return;
  }
  throw problem("It keeps forwarding from page to page.");
}

async function loaded(
  tabs: BackgroundTabs,
  tab: number,
  signal: AbortSignal,
  { loadMs, lookEveryMs, hiddenMs }: Patience,
): Promise<void> {
  const start = Date.now();
  let hiddenSince: number | undefined;
  for (; Date.now() - start < loadMs; await pause(lookEveryMs)) {
    if (signal.aborted) throw problem("Stopped.");
    const now = await tabs.look(tab).catch(() => {
      throw problem("The tab was closed.");
    });
    if (!now.loaded) hiddenSince = undefined;
    else if (now.url !== undefined) return;
    else hiddenSince ??= Date.now();
    if (hiddenSince !== undefined && Date.now() - hiddenSince >= hiddenMs)
      throw problem("It led to another site.");
  }
  throw problem(`It had not loaded after ${Math.round(loadMs / 1000)} seconds.`);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function problem(words: string): EngineError {
  return new EngineError("not_allowed", words);
}
