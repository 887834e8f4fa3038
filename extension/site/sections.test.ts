import { expect, test } from "vitest";
import type { SectionView } from "../contract";
import { pagesTicked, sectionTree, ticked, toggle, type Section } from "./sections";

const PLAN: SectionView[] = [
  { path: "/", pages: 30, depth: 0 },
  { path: "/docs", pages: 20, depth: 1 },
  { path: "/docs/api", pages: 12, depth: 2 },
  { path: "/docs/guide", pages: 5, depth: 2 },
  { path: "/docs-old", pages: 4, depth: 1 },
];
const TOP = sectionTree(PLAN);
const NONE: ReadonlySet<string> = new Set();

function at(path: string, sections: readonly Section[] = TOP): Section {
  for (const section of sections) {
    if (section.path === path) return section;
    if (path.startsWith(section.path)) {
      const found = section.children.find(
        (child) => path === child.path || path.startsWith(`${child.path}/`),
      );
      if (found) return at(path, [found]);
    }
  }
  throw new Error(path);
}

test("the flat list of a plan becomes a tree", () => {
  expect(TOP).toHaveLength(1);
  expect(at("/").children.map(({ name }) => name)).toEqual(["docs", "docs-old"]);
  expect(at("/docs").children.map(({ name }) => name)).toEqual(["api", "guide"]);
});

test("a plan of several tops keeps them apart", () => {
  const top = sectionTree([
    { path: "/a", pages: 1, depth: 0 },
    { path: "/b/c", pages: 2, depth: 0 },
  ]);
  expect(top.map(({ name }) => name)).toEqual(["/a", "/b/c"]);
});

test("everything is ticked at first", () => {
  expect(ticked(at("/"), NONE)).toBe("all");
  expect(pagesTicked(at("/"), NONE)).toBe(30);
});

test("a section that is taken out takes what is below it, and no neighbour whose name begins alike", () => {
  const excluded = toggle(TOP, at("/docs"), NONE);
  expect([...excluded]).toEqual(["/docs"]);
  expect(ticked(at("/"), excluded)).toBe("some");
  expect(ticked(at("/docs/api"), excluded)).toBe("none");
  expect(ticked(at("/docs-old"), excluded)).toBe("all");
  expect(pagesTicked(at("/"), excluded)).toBe(10);
});

test("a section comes back alone from inside of one that was taken out", () => {
  const excluded = toggle(TOP, at("/docs/api"), toggle(TOP, at("/"), NONE));
  expect([...excluded].sort()).toEqual(["/docs-old", "/docs/guide"]);
  expect(ticked(at("/docs"), excluded)).toBe("some");
});

test("ticking a partly ticked section takes all of it", () => {
  const excluded = toggle(TOP, at("/docs/api"), NONE);
  expect(ticked(at("/docs"), excluded)).toBe("some");
  expect(toggle(TOP, at("/docs"), excluded)).toEqual(NONE);
});

test("a section keeps pages of its own when each of its sections goes", () => {
  const excluded = new Set(["/docs/api", "/docs/guide"]);
  expect(ticked(at("/docs"), excluded)).toBe("some");
  expect(pagesTicked(at("/docs"), excluded)).toBe(3);
});

test("a section without pages of its own goes with its sections", () => {
  const [top] = sectionTree([
    { path: "/a", pages: 2, depth: 0 },
    { path: "/a/b", pages: 2, depth: 1 },
  ]);
  expect(ticked(top!, new Set(["/a/b"]))).toBe("none");
});
