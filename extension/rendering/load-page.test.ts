import { expect, test } from "vitest";
import type { Capture } from "../page/capture";
import { pageLoader, type BackgroundTabs } from "./load-page";

const HOST = "intranet.example";
const URL_ = `https://${HOST}/members`;
const PATIENCE = { loadMs: 60, settleMs: 10, lookEveryMs: 1, hiddenMs: 20 };

const CAPTURE: Capture = {
  url: URL_,
  title: "Members",
  language: "en",
  canonical: "",
  selection: "",
  mediaType: "text/html",
  sitemaps: [],
  html: "<p>Only for members.</p>",
  text: "Only for members.",
  file: "",
};

function fakeTabs(change: Partial<BackgroundTabs> = {}) {
  const opened: string[] = [];
  const closed: number[] = [];
  const tabs: BackgroundTabs = {
    open: async (url) => opened.push(url),
    look: async () => ({ loaded: true, url: URL_ }),
    settle: async () => ({ status: 200 }),
    capture: async () => CAPTURE,
    close: async (tab) => void closed.push(tab),
    ...change,
  };
  return { tabs, opened, closed };
}

function load(tabs: BackgroundTabs, url = URL_, signal = new AbortController().signal) {
  return pageLoader(tabs, PATIENCE)(url, HOST, signal);
}

test("a page is loaded, taken as it has settled, and closed", async () => {
  let looks = 0;
  const { tabs, opened, closed } = fakeTabs({ look: async () => ({ loaded: ++looks > 3, url: URL_ }) });
  expect(await load(tabs)).toBe(CAPTURE);
  expect(looks).toBe(4);
  expect(opened).toEqual([URL_]);
  expect(closed).toEqual([1]);
});

test("a page that forwards by script is followed to where it ends", async () => {
  const ends = [null, null, { status: 200 }];
  const { tabs } = fakeTabs({ settle: async () => ends.shift() ?? null });
  expect(await load(tabs)).toBe(CAPTURE);
});

test("a new tab is an empty page at first", async () => {
  let looks = 0;
  const { tabs } = fakeTabs({ look: async () => ({ loaded: true, url: ++looks > 3 ? URL_ : undefined }) });
  expect(await load(tabs)).toBe(CAPTURE);
});

test("what may not be opened is not opened at all", async () => {
  const { tabs, opened } = fakeTabs();
  await expect(load(tabs, "https://evil.example/")).rejects.toThrow("It is not on intranet.example.");
  await expect(load(tabs, `https://${HOST}/logout`)).rejects.toThrow("sign you out");
  expect(opened).toEqual([]);
});

test.each([
  ["never loads", { look: async () => ({ loaded: false, url: URL_ }) }, "had not loaded after"],
  [
    "was closed by the person",
    { look: async () => Promise.reject(new Error("No tab")) },
    "The tab was closed.",
  ],
  [
    "leads where we may not look",
    { look: async () => ({ loaded: true, url: undefined }) },
    "led to another site",
  ],
  [
    "ends on another site",
    { capture: async () => ({ ...CAPTURE, url: "https://evil.example/" }) },
    "led to another",
  ],
  ["is a file", { capture: async () => null }, "a file and no page"],
  [
    "is text that the browser shows",
    { capture: async () => ({ ...CAPTURE, html: "", file: "aGk=" }) },
    "a file",
  ],
  ["is refused to the person too", { settle: async () => ({ status: 403 }) }, "HTTP 403 as well"],
  ["forwards for ever", { settle: async () => null }, "keeps forwarding"],
])("a page that %s is reported, and its tab closed", async (_name, change, words) => {
  const { tabs, closed } = fakeTabs(change);
  await expect(load(tabs)).rejects.toThrow(words);
  expect(closed).toEqual([1]);
});

test("a load is given up when nobody wants it any more", async () => {
  const control = new AbortController();
  const { tabs, closed } = fakeTabs({ look: async () => (control.abort(), { loaded: false, url: URL_ }) });
  await expect(load(tabs, URL_, control.signal)).rejects.toThrow("Stopped.");
  expect(closed).toEqual([1]);
});

test("a page that settles when nobody wants it any more is not read", async () => {
  const control = new AbortController();
  const { tabs } = fakeTabs({ settle: async () => (control.abort(), { status: 200 }) });
  await expect(load(tabs, URL_, control.signal)).rejects.toThrow("Stopped.");
});

test("a tab that is gone already needs no closing", async () => {
  const { tabs } = fakeTabs({ close: async () => Promise.reject(new Error("No tab")) });
  expect(await load(tabs)).toBe(CAPTURE);
});
