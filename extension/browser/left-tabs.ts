/** Runs in the background: closes the tab of a page that was being loaded when the panel went away. */

import { browser } from "wxt/browser";

const PREFIX = "tab ";

/** The name of the port that stands for a tab. */
export function tabPort(tab: number): string {
  return PREFIX + tab;
}

export function closeLeftTabs(): void {
  browser.runtime.onConnect.addListener((port) => {
    if (!port.name.startsWith(PREFIX)) return;
    const tab = Number(port.name.slice(PREFIX.length));
    port.onDisconnect.addListener(() => void browser.tabs.remove(tab).catch(() => undefined)); // it may be closed
  });
}
