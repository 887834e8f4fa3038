/** Opens the panel when the toolbar button is clicked; nothing else lives in the background. */

import { browser } from "wxt/browser";
import { defineBackground } from "wxt/utils/define-background";

/** Chromium's types, which `wxt/browser` carries, lack it. */
interface FirefoxBrowser {
  sidebarAction: { open(): Promise<void> };
}

export default defineBackground(() => {
  // A click that we handle ourselves grants activeTab for the page; `openPanelOnActionClick` would not tell us of it.
  browser.action.onClicked.addListener((tab) => {
    if (import.meta.env.FIREFOX) void (browser as unknown as FirefoxBrowser).sidebarAction.open();
    else void browser.sidePanel.open({ windowId: tab.windowId });
  });
});
