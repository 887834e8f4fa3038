/** The passage that a text fragment (`#:~:text=prefix-,start,end,-suffix`) points at. */

export interface Passage {
  start: string;
  /** Empty when `start` is the whole passage. */
  end: string;
}

export function textDirective(url: string): Passage | null {
  const directive = /#.*?:~:(?:[^&]*&)*?text=([^&]+)/.exec(url)?.[1];
  if (!directive) return null;
  const terms = directive.split(",").filter((term) => !term.endsWith("-") && !term.startsWith("-"));
  const [start = "", end = ""] = terms.map((term) => decodeURIComponent(term));
  return start ? { start, end } : null;
}
