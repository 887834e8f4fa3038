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
  const placed = citations[index];
  const citation = placed?.n === number ? placed : citations.find((candidate) => candidate.n === number);
  const source = sources.find((candidate) => candidate.n === number);
  return [citation?.url, source?.url].find(isWebAddress) ?? null;
}

/** Files of a vault have no address that a browser opens. */
export function isWebAddress(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\//i.test(url);
}
