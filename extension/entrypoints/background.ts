/** Opens the panel when the toolbar button is clicked, and clears up behind a panel that is closed in the middle. */

import { browser } from "wxt/browser";
import { defineBackground } from "wxt/utils/define-background";
import { closeLeftTabs } from "../browser/left-tabs";

/** Chromium's types, which `wxt/browser` carries, lack it. */
interface FirefoxBrowser {
  sidebarAction: { open(): Promise<void> };
}

export default defineBackground(() => {
  closeLeftTabs();
  // A click that we handle ourselves grants activeTab for the page; `openPanelOnActionClick` would not tell us of it.
  browser.action.onClicked.addListener((tab) => {
    if (import.meta.env.FIREFOX) void (browser as unknown as FirefoxBrowser).sidebarAction.open();
    else void browser.sidePanel.open({ windowId: tab.windowId });
  });
});
