import { expect, test } from "vitest";
import { makePlan } from "../testing/fake-host";
import { sectionTree } from "./sections";
import { rows, turned, walk } from "./tree-walk";

const TOP = sectionTree(makePlan({}).sections);
const ROOT = new Set(["/"]);
const ALL = new Set(["/", "/docs"]);
const paths = (opened: ReadonlySet<string>) => rows(TOP, opened).map(({ section }) => section.path);

test("a section is in sight when its holders are open", () => {
  expect(paths(new Set())).toEqual(["/"]);
  expect(paths(ROOT)).toEqual(["/", "/docs", "/docs-old"]);
  expect(paths(ALL)).toEqual(["/", "/docs", "/docs/api", "/docs/guide", "/docs-old"]);
});

test("each knows its place among its neighbours", () => {
  const guide = rows(TOP, ALL).find(({ section }) => section.path === "/docs/guide");
  expect(guide).toMatchObject({ level: 3, position: 2, size: 2, parent: { path: "/docs" } });
});

test.each([
  ["ArrowDown", "/", "/docs"],
  ["ArrowDown", "/docs-old", "/docs-old"],
  ["ArrowUp", "/docs/api", "/docs"],
  ["ArrowUp", "/", "/"],
  ["Home", "/docs/guide", "/"],
  ["End", "/", "/docs-old"],
  ["ArrowRight", "/docs", "/docs/api"],
  ["ArrowRight", "/docs/api", "/docs/api"],
  ["ArrowLeft", "/docs/guide", "/docs"],
])("%s at %s goes to %s", (key, from, to) => {
  expect(walk(rows(TOP, ALL), from, ALL, key)).toEqual({ active: to, opened: ALL });
});

test("right opens a closed section, left closes an open one", () => {
  expect(walk(rows(TOP, ROOT), "/docs", ROOT, "ArrowRight")).toEqual({ active: "/docs", opened: ALL });
  expect(walk(rows(TOP, ALL), "/docs", ALL, "ArrowLeft")).toEqual({ active: "/docs", opened: ROOT });
});

test("left at the top of everything stays", () => {
  expect(walk(rows(TOP, new Set()), "/", new Set(), "ArrowLeft")).toEqual({ active: "/", opened: new Set() });
});

test("other keys, and places that are not in sight, mean nothing", () => {
  expect(walk(rows(TOP, ALL), "/", ALL, "a")).toBeNull();
  expect(walk(rows(TOP, ROOT), "/docs/api", ROOT, "Home")).toBeNull();
});

test("what is open is closed, what is closed is opened", () => {
  expect(turned(ROOT, "/")).toEqual(new Set());
  expect(turned(new Set(), "/")).toEqual(ROOT);
});
