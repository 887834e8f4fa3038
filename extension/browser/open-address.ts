/** Opens a source where the person can see it. */

import { browser } from "wxt/browser";
import { showPassage } from "../page/show-passage";
import { textDirective } from "../page/text-directive";
import { startSecond, videoId } from "../page/video";
import { sameDocument, type View } from "../page/view";
import { seekIn } from "./video-tab";

/** The page in view shows the passage, the video in view jumps to it; anything else gets a tab of its own. */
export async function openAddress(url: string, view: View): Promise<void> {
  if (view.kind === "page") {
    const video = videoId(url);
    if (video !== null && video === videoId(view.url)) {
      if (!(await seekIn(view.tab, startSecond(url)))) await browser.tabs.update(view.tab, { url });
      return;
    }
    if (sameDocument(url, view.url) && (await showIn(view.tab, url))) return;
  }
  await browser.tabs.create({ url });
}

async function showIn(tab: number, url: string): Promise<boolean> {
  const passage = textDirective(url);
  if (!passage) {
    await browser.tabs.update(tab, { url }); // a heading's anchor works without loading the page again
    return true;
  }
  const args: [string, string] = [passage.start, passage.end];
  return browser.scripting
    .executeScript({ target: { tabId: tab }, func: showPassage, args })
    .then(([frame]) => frame?.result === true) // no frame: the tab is being closed
    .catch(() => false); // not allowed on this tab: a new one shows the passage by itself
}
