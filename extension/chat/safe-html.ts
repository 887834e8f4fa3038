/**
 * Markdown of untrusted writers (models, pages, files) as HTML that the panel may show: no raw HTML, images, styles,
 * forms or remote loads survive.
 */

import createPurifier from "dompurify";
import type { RendererObject } from "marked";

const TAGS = [
  ..."p br hr h1 h2 h3 h4 h5 h6 strong em del code pre blockquote".split(" "),
  ..."ul ol li table thead tbody tr th td a span button".split(" "),
];

/** The attribute that carries which citation of an answer a button is, counted from 0. */
export const CITATION_INDEX = "data-index";
export const CITATION_NUMBER = "data-number";

const PLAIN_ATTRIBUTES = ["start", "type", "class", "aria-label", CITATION_INDEX, CITATION_NUMBER];

const purifier = createPurifier(window);
// On a DOM that it does not know, DOMPurify returns its input as it was.
if (!purifier.isSupported) throw new Error("Texts cannot be made safe in this environment.");
purifier.addHook("afterSanitizeAttributes", (node) => {
  // Each paragraph, list or table runs in the direction of its own language.
  if (node.parentElement?.tagName === "BODY") node.setAttribute("dir", "auto");
  if (node.tagName !== "A") return;
  node.setAttribute("target", "_blank");
  node.setAttribute("rel", "noopener noreferrer nofollow");
});

/** How a parser writes what is not to be taken for HTML, or loaded: as the text that it is. */
export const AS_TEXT: RendererObject = {
  html: ({ text }) => escapeHtml(text),
  image: ({ text }) => escapeHtml(text),
};

export function safeHtml(html: string): string {
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

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
