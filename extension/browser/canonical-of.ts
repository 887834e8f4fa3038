/** Asks a tab what its page calls itself. */

import { browser } from "wxt/browser";
import type { CanonicalOf } from "../vault/keeper";

export const canonicalOf: CanonicalOf = async (tab) => {
  const func = () => document.querySelector<HTMLLinkElement>('link[rel~="canonical"][href]')?.href ?? ""; // most have none
  return browser.scripting
    .executeScript({ target: { tabId: tab }, func })
    .then(([frame]) => frame?.result ?? "") // no frame: the tab is being closed
    .catch(() => ""); // it may not be read: its address alone has to do
};
