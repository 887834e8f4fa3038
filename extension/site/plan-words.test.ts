import { expect, test } from "vitest";
import { makePlan } from "../testing/fake-host";
import { asPrefix, below, browserNeed, covers, headline } from "./plan-words";

const NONE: ReadonlySet<string> = new Set();

test.each([
  [makePlan({}), NONE, 500, "30 pages"],
  [makePlan({}), new Set(["/docs"]), 500, "10 of 30 pages"],
  [makePlan({}), NONE, 20, "The first 20 of 30 pages"],
  [makePlan({ pages: 1, sections: [{ path: "/", pages: 1, depth: 0 }] }), NONE, 500, "1 page"],
  [makePlan({ pages: 1200, sections: [{ path: "/", pages: 1200, depth: 0 }] }), NONE, 5000, "1,200 pages"],
  [
    makePlan({ source: "links", pages: 0, sections: [] }),
    NONE,
    500,
    "Pages are found link by link, from this page on.",
  ],
])("how much there is to read", (plan, excluded, limit, words) => {
  expect(headline(plan, excluded, limit)).toBe(words);
});

test.each([
  [makePlan({}), ""],
  [makePlan({ prefix: "/docs", site_pages: 30 }), "below /docs"],
  [makePlan({ prefix: "/docs", site_pages: 31 }), "below /docs; 1 page elsewhere on the site"],
])("what a plan leaves aside", (plan, words) => {
  expect(below(plan)).toBe(words);
});

test.each([
  [0, ""],
  [1, "About one page can be read only in your own browser."],
  [12, "About 12 pages can be read only in your own browser."],
])("%i pages that need the browser", (count, words) => {
  expect(browserNeed(makePlan({ needs_browser: count }))).toBe(words);
});

test.each([
  ["", "https://docs.example/anything", true],
  ["", "https://other.example/", false],
  ["/docs", "https://docs.example/docs", true],
  ["/docs", "https://docs.example/docs/a?b#c", true],
  ["/docs", "https://docs.example/docs-old", false],
  ["/docs", "https://docs.example:8080/docs", false],
])("a plan for %j and the page %s", (prefix, address, covered) => {
  expect(covers(makePlan({ prefix }), address)).toBe(covered);
});

test.each([
  ["", ""],
  ["/", ""],
  ["docs/", "/docs"],
  [" /docs/api// ", "/docs/api"],
])("%j is written as the prefix %j", (text, prefix) => {
  expect(asPrefix(text)).toBe(prefix);
});
