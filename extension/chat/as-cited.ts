import type { CitationView, SourceView } from "../contract";

/** A source as its card shows it: at the first sentence that the answer takes from it, else at its beginning. */
export function asCited(source: SourceView, citations: readonly CitationView[]): SourceView {
  const citation = citations.find((candidate) => candidate.n === source.n);
  if (!citation) return source;
  return { ...source, text: citation.quote, label: citation.label, url: citation.url };
}
