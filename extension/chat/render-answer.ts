/** A model's Markdown as safe HTML; `[n]` becomes a button when there is a source n. */

import { Marked, type Tokens } from "marked";
import { AS_TEXT, CITATION_INDEX, CITATION_NUMBER, safeHtml } from "./safe-html";

export function renderAnswer(markdown: string, sources: ReadonlySet<number>): string {
  return safeHtml(parser(sources).parse(markdown, { async: false }));
}

interface CitationToken extends Tokens.Generic {
  numbers: number[];
}

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
        start: (text) => text.indexOf("["),
        tokenizer(text): CitationToken | undefined {
          const match = /^\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!\()/.exec(text);
          const numbers = (match?.[1] ?? "").split(",").map(Number);
          if (!match || !numbers.every((number) => sources.has(number))) return undefined;
          return { type: "citation", raw: match[0], numbers };
        },
        renderer: (token) => `<sup>${(token as CitationToken).numbers.map(button).join("")}</sup>`,
      },
    ],
  });
}
