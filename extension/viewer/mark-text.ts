/** Marks a quotation in what is shown of a text, across elements, whatever the white space between its words. */

/** The first `<mark>`; null when the quotation is not there. `roots` are looked through as one text. */
export function markText(roots: readonly Element[], quotation: string): Element | null {
  const wanted = quotation.replace(/\s+/g, "");
  if (!wanted) return null;
  const letters = roots.flatMap((root) => lettersOf(root));
  const at = letters
    .map(({ letter }) => letter)
    .join("")
    .indexOf(wanted);
  if (at < 0) return null;
  let first: Element | null = null;
  for (const { node, start, end } of runs(letters.slice(at, at + wanted.length)).reverse())
    first = wrap(node, start, end);
  return first;
}

interface Letter {
  letter: string;
  node: Text;
  offset: number;
}

/** Every UTF-16 unit that is no white space. */
function lettersOf(root: Element): Letter[] {
  const found: Letter[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text;
    for (let offset = 0; offset < text.data.length; offset += 1) {
      const letter = text.data[offset]!;
      if (letter.trim()) found.push({ letter, node: text, offset });
    }
  }
  return found;
}

/** From letters to the stretches of text nodes that they cover, in order, with the white space between them. */
function runs(letters: readonly Letter[]): { node: Text; start: number; end: number }[] {
  const found: { node: Text; start: number; end: number }[] = [];
  for (const { node, offset } of letters) {
    const last = found.at(-1);
    if (last?.node === node) last.end = offset + 1;
    else {
      if (last) last.end = last.node.data.length;
      found.push({ node, start: last ? 0 : offset, end: offset + 1 });
    }
  }
  return found;
}

function wrap(node: Text, start: number, end: number): Element {
  const middle = node.splitText(start);
  middle.splitText(end - start);
  const mark = document.createElement("mark");
  middle.replaceWith(mark);
  mark.append(middle);
  return mark;
}
