import type { SourceView } from "../contract";

/** Where in a document a source stands, as far as its title does not say so: "Installing › The mast". */
export function place({ headings, label, title }: Pick<SourceView, "headings" | "label" | "title">): string {
  return [...new Set([...headings, label])].filter((part) => part !== "" && part !== title).join(" › ");
}
