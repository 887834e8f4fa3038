/** Runs scripts in the tab of a video. */

import { browser } from "wxt/browser";
import { fetchInPage, seekVideo, videoFacts } from "../page/video-facts";
import type { VideoTab } from "../page/watched";
import { refused } from "./capture-tab";

export const videoTab: VideoTab = {
  async facts(tab, video) {
    try {
      const [frame] = await browser.scripting.executeScript({
        target: { tabId: tab },
        world: "MAIN",
        func: videoFacts,
        args: [video],
      });
      return frame?.result ?? null;
    } catch (thrown) {
      throw refused(thrown);
    }
  },

  async fetch(tab, path) {
    try {
      const [frame] = await browser.scripting.executeScript({
        target: { tabId: tab },
        func: fetchInPage,
        args: [path],
      });
      return frame?.result ?? "";
    } catch (thrown) {
      throw refused(thrown);
    }
  },
};

/** False when the tab has no player that could, or lets no script in. */
export async function seekIn(tab: number, second: number): Promise<boolean> {
  return browser.scripting
    .executeScript({ target: { tabId: tab }, func: seekVideo, args: [second] })
    .then(([frame]) => frame?.result === true)
    .catch(() => false);
}
