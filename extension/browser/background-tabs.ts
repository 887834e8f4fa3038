/** Tabs of the person's own browser that Ambry opens and closes by itself. */

import { browser } from "wxt/browser";
import { settle } from "../page/settle";
import type { BackgroundTabs } from "../rendering/load-page";
import { captureTab } from "./capture-tab";
import { tabPort } from "./left-tabs";

/** One for each tab, to the background, which closes the tab when the panel goes first. */
const watched = new Map<number, { disconnect(): void }>();

export const backgroundTabs: BackgroundTabs = {
  async open(url) {
    const { id } = await browser.tabs.create({ url, active: false });
    watched.set(id!, browser.runtime.connect({ name: tabPort(id!) }));
    await browser.tabs.update(id!, { muted: true });
    return id!;
  },

  async look(tab) {
    const { status, url } = await browser.tabs.get(tab);
    // Before the first answer of the server, a new tab is an empty page that has loaded.
    return { loaded: status === "complete" && url !== "about:blank" && url !== "", url };
  },

  async settle(tab, longestMs) {
    try {
      const [frame] = await browser.scripting.executeScript({
        target: { tabId: tab },
        func: settle,
        args: [longestMs],
      });
      return typeof frame?.result === "number" ? { status: frame.result } : null;
    } catch {
      return null; // the document went away while the script waited, or lets none in; looking again tells
    }
  },

  capture: captureTab,

  async close(tab) {
    await browser.tabs.remove(tab).finally(() => {
      watched.get(tab)?.disconnect();
      watched.delete(tab);
    });
  },
};
