// @vitest-environment jsdom
import { expect, test } from "vitest";
import { parse, render, withPlainLines } from "./blocks";

const TEXT = `# One *two* \`three\`

A paragraph
over two lines.

- first
- second
  - inner

| a | b |
| - | - |
| 1 | 2 |
| 3 | 4 |

\`\`\`
# no heading

code
\`\`\`

## Four [five](https://a.example/)

See [it][1].

[1]: https://b.example/
`;

function shown(html: string): HTMLElement {
  const element = document.createElement("div");
  element.innerHTML = html;
  return element;
}

test("blocks are the paragraphs, items and rows, each where it stands in the text", () => {
  const { blocks } = parse(TEXT);
  expect(blocks.map(({ start, end }) => TEXT.slice(start, end).trim())).toEqual([
    "# One *two* `three`",
    "A paragraph\nover two lines.",
    "- first",
    "- second\n  - inner",
    "| a | b |\n| - | - |\n| 1 | 2 |",
    "| 3 | 4 |",
    "```\n# no heading\n\ncode\n```",
    "## Four [five](https://a.example/)",
    "See [it][1].",
  ]);
  expect(blocks[5]?.head).toBe("| a | b |\n| - | - |\n");
});

test("headings have the words that are seen", () => {
  expect(parse(TEXT).headings).toEqual([
    { level: 1, text: "One two three", start: 0 },
    { level: 2, text: "Four five", start: TEXT.indexOf("## Four") },
  ]);
});

test("a link by reference leads where its target says, in any part of the document", () => {
  const { definitions } = parse(TEXT);
  expect(shown(render("See [it][1].", definitions)).querySelector("a")?.href).toBe("https://b.example/");
});

test("a footnote that is only an address is shown, and defines no link", () => {
  const { definitions } = parse("Word[^1].\n\n[^1]: https://a.example/\n");
  expect(definitions).toBe("");
  expect(shown(render("[^1]: https://a.example/", definitions)).textContent).toContain("https://a.example/");
});

test("a table without rows and an empty text are no trouble", () => {
  expect(parse("| a |\n| - |\n").blocks).toHaveLength(1);
  expect(parse("").blocks).toEqual([]);
});

test("line ends of other systems change no offset", () => {
  const text = "# One\r\n\r\nTwo\rThree\r\n";
  const plain = withPlainLines(text);
  expect(plain).toHaveLength(text.length);
  expect(parse(plain).headings).toEqual([{ level: 1, text: "One", start: 0 }]);
});

test.each(["<script>alert(1)</script>", "![p](https://evil.example/p.png)", "<img src=x onerror=alert(1)>"])(
  "%s in a document comes to nothing",
  (markdown) => {
    expect(shown(render(markdown, "")).querySelector("script, img")).toBeNull();
  },
);
