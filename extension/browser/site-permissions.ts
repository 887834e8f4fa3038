/** What the person has let the extension open at single sites. */

import { browser } from "wxt/browser";
import type { Memory, SitePermissions } from "../rendering/consent";

const KEY = "sites-to-open";

export const sitePermissions: SitePermissions = {
  has: (hostname) => browser.permissions.contains(pagesOf(hostname)),
  ask: (hostname) => browser.permissions.request(pagesOf(hostname)),
  drop: async (hostname) => void (await browser.permissions.remove(pagesOf(hostname))),
};

/** The panel's own storage: it needs no permission, and other panels hear of changes. */
export const siteMemory: Memory = {
  read() {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((host) => typeof host === "string") : [];
  },
  write: (hosts) => localStorage.setItem(KEY, JSON.stringify(hosts)),
};

/** When another panel or the browser's own settings have changed what is allowed. */
export function onPermissionsChange(listener: () => void): void {
  browser.permissions.onAdded.addListener(listener);
  browser.permissions.onRemoved.addListener(listener);
  addEventListener("storage", listener);
}

/** Patterns of Firefox know no ports. */
function pagesOf(hostname: string) {
  return { origins: [`*://${hostname}/*`] };
}
