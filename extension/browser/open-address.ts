/** Opens a source where the person can see it. */

import { browser } from "wxt/browser";
import { sameDocument, type View } from "../page/view";
import { videoId } from "../page/video";

/** The document in view moves to the passage; anything else gets a tab of its own. */
export async function openAddress(url: string, view: View): Promise<void> {
  if (view.kind === "page" && isInView(url, view.url)) await browser.tabs.update(view.tab, { url });
  else await browser.tabs.create({ url });
}

function isInView(url: string, shown: string): boolean {
  const video = videoId(url);
  return sameDocument(url, shown) || (video !== null && video === videoId(shown));
}
