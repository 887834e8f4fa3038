/** The beginning of a passage for a list of sources: one line of prose without Markdown's headings and escapes. */

const LENGTH = 240;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;

export function snippet(markdown: string): string {
  const prose = markdown.replace(/^#{1,6}\s.*$/gm, "");
  const shown = prose.trim() || markdown.replace(/^#{1,6}\s+/gm, "");
  return shown.replace(ESCAPE, "$1").replace(/\s+/g, " ").trim().slice(0, LENGTH);
}
