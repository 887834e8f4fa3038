/** What the person has allowed the extension to read. */

import { browser } from "wxt/browser";

const EVERY_SITE = { origins: ["*://*/*"] };

export function mayReadAll(): Promise<boolean> {
  return browser.permissions.contains(EVERY_SITE);
}

/** Has to be called straight from a click. */
export function askToReadAll(): Promise<boolean> {
  return browser.permissions.request(EVERY_SITE);
}
