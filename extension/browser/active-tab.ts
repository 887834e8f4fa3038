/** The tab beside the panel, as it changes. */

import { browser } from "wxt/browser";
import type { Store } from "../store";
import { viewOf, type View } from "../page/view";
import { mayReadAll } from "./page-access";

/** Keeps `view` at the active tab of this panel's window: tab switches, navigation, routes of an application, new grants. */
export async function followActiveTab(view: Store<View | null>): Promise<void> {
  const { id: windowId } = await browser.windows.getCurrent();
  let newest = 0;
  const look = async () => {
    newest += 1;
    const turn = newest;
    const [tabs, allSites] = await Promise.all([
      browser.tabs.query({ active: true, windowId: windowId! }),
      mayReadAll(),
    ]);
    if (turn === newest) view.set(viewOf(tabs[0], allSites)); // an older look may come back later
  };
  browser.tabs.onActivated.addListener((active) => {
    if (active.windowId === windowId) void look();
  });
  browser.tabs.onUpdated.addListener((_id, change, tab) => {
    if (tab.active && tab.windowId === windowId && (change.url || change.title || change.status)) void look();
  });
  browser.permissions.onAdded.addListener(() => void look());
  browser.permissions.onRemoved.addListener(() => void look());
  browser.action.onClicked.addListener(() => void look()); // the click grants the page to us
  await look();
}
