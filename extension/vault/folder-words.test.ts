import { expect, test } from "vitest";
import { makeFolder } from "../testing/fake-host";
import { folderLine, patterns, problemsLine } from "./folder-words";

test.each([
  [makeFolder({}), "Up to date · 12 documents"],
  [
    makeFolder({ changed: 880, unsupported: 1 }),
    "Up to date · 12 documents · changed 2 minutes ago · 1 file of other kinds",
  ],
  [makeFolder({ state: "polling", documents: 1 }), "Up to date · 1 document"],
  [makeFolder({ state: "reading", documents: 1200 }), "Reading what has changed · 1,200 documents"],
  [
    makeFolder({ state: "unreachable", unsupported: 3 }),
    "Not reachable · 12 documents · 3 files of other kinds",
  ],
])("a folder in words", (folder, line) => {
  expect(folderLine(folder, 1000)).toBe(line);
});

test("how many files could not be read", () => {
  expect([problemsLine(1), problemsLine(3)]).toEqual([
    "1 file could not be read, and why",
    "3 files could not be read, and why",
  ]);
});

test.each([
  ["", []],
  ["drafts/", ["drafts/"]],
  [" drafts/ , *.log,, ", ["drafts/", "*.log"]],
])("patterns are typed between commas: %j", (text, expected) => {
  expect(patterns(text)).toEqual(expected);
});
