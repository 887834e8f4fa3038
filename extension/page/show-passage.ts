/**
 * Runs inside the page: scrolls to a passage and marks it, as a text fragment would. Browsers follow a text
 * fragment only when a document loads, and loading it again would lose what the person has done in it.
 * The browser serialises this function, so it may use nothing from outside of itself.
 */
export function showPassage(start: string, end: string): boolean {
  const selection = getSelection();
  if (!selection) return false;
  const kept = selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : null;
  // `find` is in no standard, but in every browser: it matches the text as it is shown, across elements.
  const finder = window as unknown as { find(text: string, ...options: boolean[]): boolean };
  const find = (text: string, wrap: boolean): Range | null =>
    finder.find(text, false, false, wrap) && selection.rangeCount > 0
      ? selection.getRangeAt(0).cloneRange()
      : null;

  selection.removeAllRanges();
  const passage = find(start, true);
  const last = passage && end ? find(end, false) : null;
  if (last) passage?.setEnd(last.endContainer, last.endOffset);
  selection.removeAllRanges();
  if (kept) selection.addRange(kept);
  if (!passage) return false;

  const sheet = new CSSStyleSheet();
  sheet.replaceSync("::highlight(ambry) { background: #ffd98a; color: #211d18; }");
  document.adoptedStyleSheets.push(sheet);
  CSS.highlights.set("ambry", new Highlight(passage));
  passage.startContainer.parentElement?.scrollIntoView({ block: "center", behavior: "smooth" });
  return true;
}
