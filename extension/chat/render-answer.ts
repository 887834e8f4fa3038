/**
 * A model's Markdown as safe HTML. The text is data from an untrusted writer: no raw HTML, images, styles,
 * forms or remote loads survive; `[n]` becomes a button when there is a source n.
 */

import createPurifier from "dompurify";
import { Marked, type Tokens } from "marked";

const TAGS = [
  ..."p br hr h1 h2 h3 h4 h5 h6 strong em del code pre blockquote".split(" "),
  ..."ul ol li table thead tbody tr th td a sup button".split(" "),
];

/** The attribute that carries which citation of the answer a button is, counted from 0. */
export const CITATION_INDEX = "data-index";
export const CITATION_NUMBER = "data-number";

const PLAIN_ATTRIBUTES = ["start", "type", "class", "aria-label", CITATION_INDEX, CITATION_NUMBER];

const purifier = createPurifier(window);
// On a DOM that it does not know, DOMPurify returns its input as it was.
if (!purifier.isSupported) throw new Error("Answers cannot be made safe in this environment.");
purifier.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName !== "A") return;
  node.setAttribute("target", "_blank");
  node.setAttribute("rel", "noopener noreferrer nofollow");
});

export function renderAnswer(markdown: string, sources: ReadonlySet<number>): string {
  const html = parser(sources).parse(markdown, { async: false });
  return purifier.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ["href", ...PLAIN_ATTRIBUTES],
    // Everything else has to look like an address.
    ADD_URI_SAFE_ATTR: PLAIN_ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^https?:\/\//i,
  });
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
    renderer: {
      html: ({ text }) => escapeHtml(text),
      image: ({ text }) => escapeHtml(text),
    },
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

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
