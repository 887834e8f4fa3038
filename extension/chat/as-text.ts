/** An answer to be pasted elsewhere: its Markdown, and under it the sources that its numbers stand for. */

import { asCited } from "./as-cited";
import { isWebAddress } from "./citation-target";
import type { Exchange } from "./exchange";
import { place } from "./place";

export function asText({ answer, sources, citations }: Exchange): string {
  const lines = sources
    .filter((source) => source.cited)
    .map((source) => {
      const { n, title, uri, label, url } = asCited(source, citations);
      const name = title || uri;
      const where = place({ headings: source.headings, label, title: name });
      const address = isWebAddress(url) ? url.replace(/#?:~:.*$/, "") : ""; // without the words to be marked
      return [`[${n}] ${name}`, where, address].filter(Boolean).join(", ");
    });
  return [answer.trim(), lines.join("\n")].filter(Boolean).join("\n\n");
}
