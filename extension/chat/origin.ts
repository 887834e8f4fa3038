import type { SourceView } from "../contract";

const NAMED = 2;

/** Who wrote a source and when, as far as it says so: "Ann Lee, Ben Roe and others · 6 May 2024". */
export function origin({ authors, date }: Pick<SourceView, "authors" | "date">, locale?: string): string {
  const people = authors.slice(0, NAMED).join(", ") + (authors.length > NAMED ? " and others" : "");
  return [people, date && day(date, locale)].filter(Boolean).join(" · ");
}

function day(date: string, locale?: string): string {
  // A date without a time is that day everywhere, not midnight in London.
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: "medium", timeZone: "UTC" });
}
