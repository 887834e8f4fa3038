/** Reads a tab by running `capturePage` in it. */

import { browser } from "wxt/browser";
import { EngineError } from "../engine/errors";
import { capturePage, type Capture } from "../page/capture";
import type { CaptureTab } from "../page/reader";

export const captureTab: CaptureTab = async (tab) => {
  let capture: Capture | undefined;
  try {
    const [frame] = await browser.scripting.executeScript({ target: { tabId: tab }, func: capturePage });
    capture = frame?.result; // no frame: the tab is being closed
  } catch (thrown) {
    if (await isFile(tab)) return null;
    throw refused(thrown);
  }
  if (!capture)
    throw new EngineError("not_allowed", "The page gave nothing to read.", "Reload it and ask again.");
  return capture;
};

/** A document of which the browser shows only its own viewer; the host can fetch it by its address. */
async function isFile(tab: number): Promise<boolean> {
  const { url } = await browser.tabs.get(tab);
  return url !== undefined && /^https?:.*\.pdf(?:[?#]|$)/i.test(url);
}

/** The browser's own words for a script that may not run, as something that helps. */
export function refused(thrown: unknown): EngineError {
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  return new EngineError(
    "not_allowed",
    "The browser does not let extensions read this page.",
    /permission|cannot access/i.test(words)
      ? "Click Ambry's toolbar button on this page, or allow Ambry to read pages."
      : "Reload the page and ask again.",
  );
}
