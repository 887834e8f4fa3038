import { expect, test } from "vitest";
import { sameDocument, viewOf } from "./view";

const page = { id: 3, url: "https://a.example/x", title: "X" };

test.each([
  ["a web page may be read", page, false, { kind: "page", tab: 3, url: "https://a.example/x", title: "X" }],
  [
    "a page without a title shows its address",
    { ...page, title: "" },
    false,
    { title: "https://a.example/x" },
  ],
  ["an address that is not told is hidden", { id: 3 }, false, { kind: "hidden", tab: 3 }],
  ["with all pages allowed a hidden address is the browser's own", { id: 3 }, true, { kind: "restricted" }],
  ["browser pages are restricted", { ...page, url: "chrome://settings/" }, true, { kind: "restricted" }],
  ["so is about:", { ...page, url: "about:config" }, true, { kind: "restricted" }],
  ["so are local files", { ...page, url: "file:///home/a.html" }, true, { kind: "restricted" }],
  [
    "so are the stores",
    { ...page, url: "https://chromewebstore.google.com/detail/x" },
    true,
    { kind: "restricted" },
  ],
  ["also the other one", { ...page, url: "https://addons.mozilla.org/" }, true, { kind: "restricted" }],
  ["a tab without an id is nobody's", { id: -1, url: page.url }, true, { kind: "restricted" }],
  ["no tab at all", undefined, false, { kind: "restricted" }],
] as const)("%s", (_name, tab, allSites, view) => {
  expect(viewOf(tab, allSites)).toMatchObject(view);
});

test.each([
  ["https://a.example/x", "https://a.example/x#part", true],
  ["https://a.example/x#:~:text=hello", "https://a.example/x", true],
  ["https://a.example/x", "https://a.example/y", false],
  ["https://a.example/x?a=1", "https://a.example/x?a=2", false],
  ["https://app.example/#/inbox", "https://app.example/#/sent", false],
])("%s and %s are one document: %s", (one, other, same) => {
  expect(sameDocument(one, other)).toBe(same);
});
