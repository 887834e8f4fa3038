/** A model's Markdown as safe HTML; `[n]` becomes a button when there is a source n. */

import { Marked, type Tokens } from "marked";
import { AS_TEXT, CITATION_INDEX, CITATION_NUMBER, safeHtml } from "./safe-html";

export function renderAnswer(markdown: string, sources: ReadonlySet<number>): string {
  return safeHtml(parser(sources).parse(markdown, { async: false }));
}

interface CitationToken extends Tokens.Generic {
  numbers: number[];
  /** The space before it and the punctuation behind it: no line ends between these and a number. */
  before: string;
  behind: string;
}

const CITATION = /^\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!\()/;

function parser(sources: ReadonlySet<number>): Marked {
  let index = 0;
  const button = (number: number) =>
    `<button type="button" class="citation" aria-label="Source ${number}" ` +
    `${CITATION_INDEX}="${index++}" ${CITATION_NUMBER}="${number}">${number}</button>`;
  return new Marked({
    renderer: AS_TEXT,
    extensions: [
      {
        name: "citation",
        level: "inline",
        start: (text) => text.search(/\s?\[/),
        tokenizer(text): CitationToken | undefined {
          const before = /^\s?/.exec(text)?.[0] ?? "";
          const numbers: number[] = [];
          let end = before.length;
          for (;;) {
            const match = CITATION.exec(text.slice(end));
            const found = (match?.[1] ?? "").split(",").map(Number);
            if (!match || !found.every((number) => sources.has(number))) break;
            numbers.push(...found);
            end += match[0].length;
          }
          if (numbers.length === 0) return undefined;
          const behind = /^[.,;:!?…]*/.exec(text.slice(end))?.[0] ?? "";
          return { type: "citation", raw: text.slice(0, end + behind.length), numbers, before, behind };
        },
        renderer: (token) => {
          const { numbers, before, behind } = token as CitationToken;
          const buttons = numbers.map(button);
          const first = `<span class="held">${before && " "}${buttons.shift()}`;
          const last = buttons.pop();
          if (last === undefined) return `${first}${behind}</span>`;
          return `${first}</span>${buttons.join("")}<span class="held">${last}${behind}</span>`;
        },
      },
    ],
  });
}
