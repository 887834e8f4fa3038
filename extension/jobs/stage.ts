/** What a job is doing, as a line of the panel: an address in it by its path, shortened in the middle. */

/** Characters of a path that fit into a narrow panel, beside a word and two buttons. */
const MOST = 40;

export function stageLine(stage: string): string {
  return stage.replace(/https?:\/\/[^\s/?]+(\S*)/g, (_, path: string) => middleOut(readable(path) || "/"));
}

/** The end tells one page from another, the start where it is. */
function middleOut(text: string): string {
  const letters = [...text];
  if (letters.length <= MOST) return text;
  const kept = Math.floor((MOST - 1) / 2);
  return `${letters.slice(0, kept).join("")}…${letters.slice(-kept).join("")}`;
}

function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path; // escapes that are no UTF-8
  }
}
