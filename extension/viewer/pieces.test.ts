// @vitest-environment jsdom
import { expect, test } from "vitest";
import { cut, headingAt } from "./pieces";

const place = (start: number, label: string) => ({ start, label, url: "" });

test("a short document is one piece", () => {
  const { pieces } = cut("# One\n\nTwo.\n", [], null);
  expect(pieces.map(({ markdown }) => markdown)).toEqual(["# One\n\nTwo.\n"]);
});

test("the passage is cut out at the edges of its blocks, offsets counted in characters", () => {
  const text = "# 😀\n\nOne.\n\nTwo is here.\n\nThree.\n";
  const start = [...text.slice(0, text.indexOf("Two"))].length;
  const { pieces } = cut(text, [], { start: start + 2, end: start + 5 });
  expect(pieces.map(({ markdown, inPassage }) => [markdown.trim(), inPassage])).toEqual([
    ["# 😀\n\nOne.", false],
    ["Two is here.", true],
    ["Three.", false],
  ]);
});

test("a place begins a piece; of two at once the later one counts", () => {
  const text = "One.\n\nTwo.\n\nThree.\n";
  const { pieces } = cut(
    text,
    [place(0, "p. 1"), place(5, "p. 2"), place(6, "p. 3"), place(99, "p. 4")],
    null,
  );
  expect(pieces.map(({ markdown, place }) => [markdown.trim(), place?.label])).toEqual([
    ["One.", "p. 1"],
    ["Two.\n\nThree.", "p. 3"],
  ]);
});

test("nothing of a long document is lost, and no piece is long", () => {
  const rows = Array.from({ length: 2_000 }, (_, n) => `| row ${n} | ${"x".repeat(20)} |\n`);
  const items = Array.from({ length: 2_000 }, (_, n) => `- item ${n}\n`);
  const text = `# Table\n\n| a | b |\n| - | - |\n${rows.join("")}\n# List\n\n${items.join("")}`;
  const { pieces } = cut(text, [], null);
  for (const { markdown } of pieces) expect(markdown.length).toBeLessThan(7_000);
  const all = pieces.map(({ markdown }) => markdown).join("");
  for (const line of [...rows, ...items]) expect(all).toContain(line.trim());
  expect(pieces[2]?.markdown).toMatch(/^\| a \| b \|\n\| - \| - \|\n\| row /);
});

test("a heading is found by its piece and its number there", () => {
  const cutting = cut("# A\n\n# B\n\n# C\n\n# D\n", [place(10, "p. 2")], null);
  expect(cutting.headings.map(({ start }) => headingAt(cutting, start))).toEqual([
    { piece: 0, heading: 0 },
    { piece: 0, heading: 1 },
    { piece: 1, heading: 0 },
    { piece: 1, heading: 1 },
  ]);
});
