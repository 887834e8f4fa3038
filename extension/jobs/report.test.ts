import { expect, test } from "vitest";
import type { JobItemView } from "../contract";
import { makeItem } from "../testing/fake-host";
import { csvName, tally, toCsv } from "./report";

const item = (uri: string, state: JobItemView["state"], reason = "", code = ""): JobItemView =>
  makeItem(uri, { state, reason, code });

test("the states that occur are counted, what failed first", () => {
  const items = [item("a", "indexed"), item("b", "skipped"), item("c", "failed"), item("d", "indexed")];
  expect(tally(items)).toEqual([
    { state: "failed", count: 1 },
    { state: "skipped", count: 1 },
    { state: "indexed", count: 2 },
  ]);
});

test("a table has a row for each address, quoted where it must be", () => {
  const items = [
    item("https://a.example/", "indexed"),
    item("https://a.example/?q=1,2", "failed", 'HTTP 404 "Not\nFound"', "not_found"),
  ];
  expect(toCsv(items)).toBe(
    "address,state,reason,code\r\n" +
      "https://a.example/,indexed,,\r\n" +
      '"https://a.example/?q=1,2",failed,"HTTP 404 ""Not\nFound""",not_found\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])(
  "%j is text to a table program and no formula",
  (text) => {
    expect(toCsv([item(text, "failed")])).toContain(`'${text},failed`);
  },
);

test.each([
  ["docs.example/guide", "docs.example-guide.csv"],
  ["127.0.0.1:8000", "127.0.0.1-8000.csv"],
  ["../..", "report.csv"],
])("%s is kept as %s", (title, name) => {
  expect(csvName(title)).toBe(name);
});
