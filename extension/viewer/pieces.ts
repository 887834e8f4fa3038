/** A document cut into pieces small enough to be drawn at once, at the edges of its passage and of its places. */

import type { PlaceView } from "../contract";
import { parse, withPlainLines, type Block, type Heading } from "./blocks";
import { unitsOf } from "./units";

export interface Piece {
  start: number;
  end: number;
  markdown: string;
  /** Whether it is part of the passage that the document was opened at. */
  inPassage: boolean;
  /** Where in the original it begins, when that is known. */
  place: PlaceView | null;
}

export interface Cut {
  pieces: readonly Piece[];
  headings: readonly Heading[];
  definitions: string;
}

/** In characters, as the engine counts them. */
export interface Span {
  start: number;
  end: number;
}

/** Characters of Markdown that are drawn within a few milliseconds. */
const PIECE = 6_000;

export function cut(markdown: string, places: readonly PlaceView[], passage: Span | null): Cut {
  const units = unitsOf(markdown);
  const source = withPlainLines(markdown);
  const { blocks, headings, definitions } = parse(source);
  const isIn = passage ? within(units(passage.start), units(passage.end)) : () => false;
  const marks = places.map((place) => ({ start: units(place.start), place }));
  const pieces: Piece[] = [];
  let open: Block[] = [];
  let place: PlaceView | null = null;
  let passed = 0; // of the places
  const close = () => {
    if (open.length > 0) pieces.push(pieceOf(source, open, isIn(open[0]!), place));
    [open, place] = [[], null];
  };
  for (const block of blocks) {
    const before = passed;
    while (passed < marks.length && marks[passed]!.start <= block.start) passed += 1;
    const [first = block] = open;
    if (passed > before || block.end - first.start > PIECE || isIn(first) !== isIn(block)) close();
    if (passed > before) place = marks[passed - 1]!.place;
    open.push(block);
  }
  close();
  return { pieces, headings, definitions };
}

/** The piece of the heading that begins at `start`, and which one of its headings that is. */
export function headingAt({ pieces, headings }: Cut, start: number): { piece: number; heading: number } {
  const piece = pieces.findLastIndex((candidate) => candidate.start <= start);
  const from = pieces[piece]?.start ?? 0; // every heading is in a piece
  return { piece, heading: headings.filter((one) => one.start >= from && one.start < start).length };
}

function pieceOf(
  source: string,
  blocks: readonly Block[],
  inPassage: boolean,
  place: PlaceView | null,
): Piece {
  const [first, last] = [blocks[0]!, blocks.at(-1)!];
  const markdown = first.head + source.slice(first.start, last.end);
  return { start: first.start, end: last.end, markdown, inPassage, place };
}

function within(start: number, end: number): (block: Block) => boolean {
  return (block) => block.start < end && block.end > start;
}
