/** Walking a tree of sections by keyboard, as the ARIA authoring practices describe it. */

import type { Section } from "./sections";

/** A section that is in sight, with what a screen reader says of its place. */
export interface Row {
  section: Section;
  level: number;
  position: number;
  size: number;
  parent: Section | null;
}

export type Opened = ReadonlySet<string>;

/** The sections in sight: those whose holders are all opened. */
export function rows(
  sections: readonly Section[],
  opened: Opened,
  level = 1,
  parent: Section | null = null,
): Row[] {
  return sections.flatMap((section, index) => [
    { section, level, position: index + 1, size: sections.length, parent },
    ...(opened.has(section.path) ? rows(section.children, opened, level + 1, section) : []),
  ]);
}

/** What a key does at `active`: another place, or a section opened or closed. Null: the key means nothing here. */
export function walk(
  shown: readonly Row[],
  active: string,
  opened: Opened,
  key: string,
): { active: string; opened: Opened } | null {
  const index = shown.findIndex(({ section }) => section.path === active);
  const row = shown[index];
  if (!row) return null;
  const go = (to: Row | undefined) => ({ active: to?.section.path ?? active, opened });
  switch (key) {
    case "ArrowDown":
      return go(shown[index + 1]);
    case "ArrowUp":
      return go(shown[index - 1]);
    case "Home":
      return go(shown[0]);
    case "End":
      return go(shown.at(-1));
    case "ArrowRight":
      if (row.section.children.length === 0) return go(row);
      return opened.has(active) ? go(shown[index + 1]) : { active, opened: turned(opened, active) };
    case "ArrowLeft":
      if (opened.has(active) && row.section.children.length > 0)
        return { active, opened: turned(opened, active) };
      return { active: row.parent?.path ?? active, opened };
    default:
      return null;
  }
}

/** Opens what is closed, closes what is open. */
export function turned(opened: Opened, path: string): Opened {
  const others = new Set(opened);
  return others.delete(path) ? others : others.add(path);
}
