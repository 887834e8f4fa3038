/** A document's Markdown as its smallest parts that can be shown by themselves, and the headings among them. */

import { Lexer, Marked, type Token, type Tokens } from "marked";
import { AS_TEXT, safeHtml } from "../chat/safe-html";

/** `source.slice(start, end)`: a paragraph, a heading, an item of a list, a row of a table. */
export interface Block {
  start: number;
  end: number;
  /** What has to stand before it: the head of a table before each of its rows; else empty. */
  head: string;
}

export interface Heading {
  level: number;
  text: string;
  start: number;
}

export interface Parsed {
  blocks: readonly Block[];
  headings: readonly Heading[];
  /** The targets of links that are written by reference, to stand behind any part that may use them. */
  definitions: string;
}

const marked = new Marked({
  renderer: AS_TEXT,
  tokenizer: {
    // A footnote is no target of links, and would not be shown as one.
    def: (source) => (/^ {0,3}\[\^/.test(source) ? undefined : false),
  },
});

/** Lines end in one unit each, so that all offsets stay as they are. */
export function withPlainLines(markdown: string): string {
  return markdown.replace(/\r\n/g, " \n").replace(/\r/g, "\n");
}

/** Reads the blocks only, not what is in their lines: that takes most of the time and can wait until it is shown. */
export function parse(source: string): Parsed {
  const tokens = new Lexer(marked.defaults).blockTokens(source, []);
  const blocks: Block[] = [];
  const headings: Heading[] = [];
  const definitions: string[] = [];
  let start = 0;
  for (const token of tokens) {
    blocks.push(...blocksOf(token, start));
    if (token.type === "heading")
      headings.push({ level: token.depth, text: visible(Lexer.lexInline(token.text)), start });
    if (token.type === "def") definitions.push(token.raw.trim());
    start += token.raw.length;
  }
  return { blocks, headings, definitions: definitions.join("\n") };
}

export function render(markdown: string, definitions: string): string {
  const source = definitions ? `${markdown}\n\n${definitions}` : markdown;
  return safeHtml(marked.parse(source, { async: false }));
}

function blocksOf(token: Token, start: number): Block[] {
  if (token.type === "space" || token.type === "def") return [];
  if (token.type === "list") return partsOf((token as Tokens.List).items, start, "");
  if (token.type !== "table") return [{ start, end: start + token.raw.length, head: "" }];
  const [names = "", delimiters = "", ...rows] = token.raw.match(/.*\n|.+$/g) ?? [];
  const head = names + delimiters;
  if (rows.length === 0) return [{ start, end: start + token.raw.length, head: "" }];
  const [first, ...others] = partsOf(
    rows.map((raw) => ({ raw })),
    start + head.length,
    head,
  );
  return [{ ...first!, start, head: "" }, ...others]; // the first row comes with the head itself
}

function partsOf(parts: readonly { raw: string }[], start: number, head: string): Block[] {
  let end = start;
  return parts.map(({ raw }) => {
    const from = end;
    end += raw.length;
    return { start: from, end, head };
  });
}

function visible(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if ("tokens" in token && token.tokens) return visible(token.tokens);
      return "text" in token ? String(token.text) : " "; // a line break
    })
    .join("");
}
