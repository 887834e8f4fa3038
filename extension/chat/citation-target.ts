/** Which address a citation opens. */

import type { CitationView, SourceView } from "../contract";

export interface Cited {
  sources: readonly SourceView[];
  citations: readonly CitationView[];
}

/**
 * `index` counts the citations of the answer from 0. A source that is cited twice may support two different
 * sentences, so the citation at the same place comes first; while the answer streams there are only sources.
 */
export function citationTarget({ sources, citations }: Cited, number: number, index: number): string | null {
  const citation = citationOf({ citations }, number, index);
  const source = sources.find((candidate) => candidate.n === number);
  return [citation?.url, source?.url].find(isWebAddress) ?? null;
}

/** The citation at this place of the answer, else the first of this source. */
export function citationOf(
  { citations }: Pick<Cited, "citations">,
  number: number,
  index = -1,
): CitationView | undefined {
  const placed = citations[index];
  return placed?.n === number ? placed : citations.find((candidate) => candidate.n === number);
}

/** Files of a vault have no address that a browser opens. */
export function isWebAddress(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\//i.test(url);
}
