/** The sections of a site, each of which can be ticked: by mouse, by keyboard, with a screen reader. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { pages } from "../site/plan-words";
import { pagesTicked, ticked, type Excluded, type Section, type Ticked } from "../site/sections";
import { rows, turned, walk, type Opened, type Row } from "../site/tree-walk";

interface Props {
  sections: readonly Section[];
  excluded: Excluded;
  onToggle: (section: Section) => void;
}

const CHECKED: Record<Ticked, "true" | "mixed" | "false"> = { all: "true", some: "mixed", none: "false" };

export function SectionTree({ sections, excluded, onToggle }: Props) {
  const [opened, setOpened] = useState<Opened>(() => new Set(sections.map((section) => section.path)));
  const [chosen, setActive] = useState("");
  const tree = useRef<HTMLUListElement>(null);
  const moved = useRef(false);
  const shown = rows(sections, opened);
  const active = shown.some(({ section }) => section.path === chosen) ? chosen : shown[0]?.section.path;

  useLayoutEffect(() => {
    if (moved.current) tree.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
    moved.current = false;
  }, [active]);

  const press = (event: KeyboardEvent) => {
    const row = shown.find(({ section }) => section.path === active);
    if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = walk(shown, row.section.path, opened, event.key);
    if (next) {
      moved.current = next.active !== active;
      setActive(next.active);
      setOpened(next.opened);
    } else if (event.key === " " || event.key === "Enter") onToggle(row.section);
    else return;
    event.preventDefault();
  };
  return (
    <ul
      class="tree"
      role="tree"
      aria-label="Sections to read"
      aria-multiselectable="true"
      ref={tree}
      onKeyDown={press}
    >
      {shown.map((row) => (
        <SectionRow
          key={row.section.path}
          row={row}
          excluded={excluded}
          open={opened.has(row.section.path)}
          active={row.section.path === active}
          onToggle={() => (setActive(row.section.path), onToggle(row.section))}
          onTurn={() => (setActive(row.section.path), setOpened(turned(opened, row.section.path)))}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  row: Row;
  excluded: Excluded;
  open: boolean;
  active: boolean;
  onToggle: () => void;
  onTurn: () => void;
}

function SectionRow({ row: { section, level, position, size }, excluded, open, active, ...on }: RowProps) {
  const state = ticked(section, excluded);
  const holds = section.children.length > 0;
  const name = section.path === "/" ? "The whole site" : section.name;
  const chosen = pagesTicked(section, excluded);
  const count =
    chosen === section.pages ? pages(chosen) : `${chosen.toLocaleString("en")} of ${pages(section.pages)}`;
  return (
    <li
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      aria-checked={CHECKED[state]}
      aria-expanded={holds ? open : undefined}
      aria-label={`${name}, ${count}`}
      tabIndex={active ? 0 : -1}
      style={{ paddingInlineStart: `${(level - 1) * 16}px` }}
      onClick={on.onToggle}
    >
      <span
        class="twisty"
        aria-hidden="true"
        onClick={(event) => {
          if (!holds) return;
          event.stopPropagation();
          on.onTurn();
        }}
      >
        {holds && (open ? "▾" : "▸")}
      </span>
      <span class="tick" data-state={state} aria-hidden="true" />
      <span class="section-name" title={section.path}>
        {name}
      </span>
      <span class="faint">{count.replace(/ pages?$/, "")}</span>
    </li>
  );
}
