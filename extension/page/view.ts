/** What the tab beside the panel shows, as far as the browser lets us know. */

export type View =
  /** A page that may be read. */
  | { kind: "page"; tab: number; url: string; title: string }
  /** The browser has not told us the address: the person has not allowed this tab. */
  | { kind: "hidden"; tab: number }
  /** The browser's own pages, its store and other extensions: nobody may read them. */
  | { kind: "restricted" };

export interface TabFacts {
  id?: number | undefined;
  url?: string | undefined;
  title?: string | undefined;
}

const STORES =
  /^https:\/\/(?:chromewebstore\.google\.com|chrome\.google\.com\/webstore|addons\.mozilla\.org|microsoftedge\.microsoft\.com\/addons)(?:\/|$)/;

/** `allSites`: the person has allowed every web page, so an address that stays hidden is the browser's own. */
export function viewOf(tab: TabFacts | undefined, allSites: boolean): View {
  if (!tab || tab.id === undefined || tab.id < 0) return { kind: "restricted" };
  if (!tab.url) return allSites ? { kind: "restricted" } : { kind: "hidden", tab: tab.id };
  if (!/^https?:/.test(tab.url) || STORES.test(tab.url)) return { kind: "restricted" };
  return { kind: "page", tab: tab.id, url: tab.url, title: tab.title || tab.url };
}

/** Two addresses of one document: only what comes after `#` differs. */
export function sameDocument(one: string, other: string): boolean {
  return withoutHash(one) === withoutHash(other);
}

export function withoutHash(url: string): string {
  // A single-page application that routes by `#/…` shows another page for each.
  return url.replace(/#(?!!|\/).*$/, "");
}
