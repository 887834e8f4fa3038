import { expect, test } from "vitest";
import { makeSource } from "../testing/fake-host";
import { citationTarget } from "./citation-target";

const sources = [
  makeSource({ n: 1, url: "https://a.example/s1" }),
  makeSource({ n: 2, url: "vault/notes.md" }),
];
const citations = [
  { n: 1, quote: "first", url: "https://a.example/c1-first", label: "" },
  { n: 1, quote: "second", url: "https://a.example/c1-second", label: "" },
];

test.each([
  ["each citation opens its own sentence", { sources, citations }, 1, 1, "https://a.example/c1-second"],
  [
    "counting that does not fit falls back to the number",
    { sources, citations },
    1,
    7,
    "https://a.example/c1-first",
  ],
  [
    "before the answer is complete the source itself opens",
    { sources, citations: [] },
    1,
    0,
    "https://a.example/s1",
  ],
  ["a file of a vault has nothing to open", { sources, citations }, 2, 2, null],
  ["an unknown number neither", { sources, citations }, 5, 0, null],
] as const)("%s", (_name, cited, number, index, url) => {
  expect(citationTarget(cited, number, index)).toBe(url);
});
