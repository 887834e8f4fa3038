/** The sections of a site as a tree, and which of them are to be read. */

import type { SectionView } from "../contract";

export interface Section {
  path: string;
  /** The part of the path that is new here; the whole path at the top. */
  name: string;
  /** In it and below it. */
  pages: number;
  children: readonly Section[];
}

export type Ticked = "all" | "some" | "none";

/** Paths of sections that are not read; none of them lies below another. */
export type Excluded = ReadonlySet<string>;

/** From the flat list of a plan, in which each section comes after the one that holds it. */
export function sectionTree(views: readonly SectionView[]): Section[] {
  const top: Section[] = [];
  const open: { depth: number; children: Section[] }[] = [];
  for (const { path, pages, depth } of views) {
    while (open.length > 0 && open.at(-1)!.depth >= depth) open.pop();
    const parent = open.at(-1);
    const children: Section[] = [];
    const name = parent ? (path.split("/").filter(Boolean).at(-1) ?? path) : path;
    (parent?.children ?? top).push({ path, name, pages, children });
    open.push({ depth, children });
  }
  return top;
}

export function ticked(section: Section, excluded: Excluded): Ticked {
  if (isInside(section.path, excluded)) return "none";
  const states = section.children.map((child) => ticked(child, excluded));
  if (states.every((state) => state === "all")) return "all";
  // Pages of its own stay when each of its sections goes.
  const own = section.pages > section.children.reduce((sum, child) => sum + child.pages, 0);
  return !own && states.every((state) => state === "none") ? "none" : "some";
}

export function pagesTicked(section: Section, excluded: Excluded): number {
  if (isInside(section.path, excluded)) return 0;
  return section.children.reduce(
    (sum, child) => sum - child.pages + pagesTicked(child, excluded),
    section.pages,
  );
}

/** Ticks all of a section that is not wholly ticked; takes out one that is. */
export function toggle(top: readonly Section[], section: Section, excluded: Excluded): Excluded {
  const others = [...excluded].filter((path) => !isBelow(path, section.path));
  if (ticked(section, excluded) === "all") return new Set([...others, section.path]);
  return new Set(
    others.flatMap((path) => (isBelow(section.path, path) ? around(top, path, section) : [path])),
  );
}

/** What stays out when `section` comes back from inside of an excluded `path`: all of its neighbours on the way. */
function around(top: readonly Section[], path: string, section: Section): string[] {
  const holder = find(top, path);
  return (holder?.children ?? []).flatMap((child) => {
    if (child.path === section.path) return [];
    return isBelow(section.path, child.path) ? around(top, child.path, section) : [child.path];
  });
}

function find(sections: readonly Section[], path: string): Section | undefined {
  for (const section of sections) {
    const found = section.path === path ? section : find(section.children, path);
    if (found) return found;
  }
  return undefined;
}

function isInside(path: string, excluded: Excluded): boolean {
  return [...excluded].some((outer) => isBelow(path, outer));
}

/** In `outer` or equal to it. */
function isBelow(path: string, outer: string): boolean {
  return `${path}/`.startsWith(outer.endsWith("/") ? outer : `${outer}/`);
}
