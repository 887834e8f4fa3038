/** The beginning of a passage for a list of sources: one line of prose without the marks of Markdown's headings. */

const LENGTH = 240;

export function snippet(markdown: string): string {
  const prose = markdown.replace(/^#{1,6}\s.*$/gm, "");
  return (prose.trim() || markdown.replace(/^#{1,6}\s+/gm, "")).replace(/\s+/g, " ").trim().slice(0, LENGTH);
}
