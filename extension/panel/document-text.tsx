/** A document's text. What the person came for is drawn first; the rest follows while they read. */

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PlaceView } from "../contract";
import { isWebAddress } from "../chat/citation-target";
import { render } from "../viewer/blocks";
import { markText } from "../viewer/mark-text";
import type { Piece } from "../viewer/pieces";

interface Props {
  pieces: readonly Piece[];
  definitions: string;
  /** To mark in the passage; empty for none. */
  quote: string;
  target: Target;
  onOpen: (url: string) => void;
}

/** What to bring into view, once for each turn. */
export interface Target {
  piece: number;
  /** How many pieces from there on belong to it. */
  count: number;
  /** Which heading of the piece; null for the passage. */
  heading: number | null;
  turn: number;
}

/** Pieces drawn at once behind the target: with it more than a screen. */
const AROUND = 3;
/** Pieces added in each step, and the pause in which the person scrolls. */
const STEP = 6;
const PAUSE_MS = 30;

export function DocumentText({ pieces, definitions, quote, target, onOpen }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(() => around(target));
  const has = drawn.from <= target.piece && target.piece < drawn.to;
  const { from, to } = has ? drawn : around(target);
  const last = Math.min(to, pieces.length);
  useEffect(() => {
    if (!has) setDrawn({ from, to });
    if (from === 0 && last === pieces.length) return;
    const timer = setTimeout(() => setDrawn({ from: Math.max(0, from - STEP), to: last + STEP }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [from, last]);
  useLayoutEffect(() => {
    if (box.current) bringIntoView(box.current, target, quote);
  }, [target.turn]);
  return (
    <div class="sheet-text" ref={box} tabIndex={0} role="document" data-testid="document">
      <div class="answer">
        {pieces.slice(from, last).map((piece, index) => (
          <PieceView
            key={piece.start}
            at={from + index}
            piece={piece}
            definitions={definitions}
            onOpen={onOpen}
          />
        ))}
      </div>
      {last < pieces.length && <p class="faint">…</p>}
    </div>
  );
}

function around({ piece, count }: Target): { from: number; to: number } {
  return { from: Math.max(0, piece - 1), to: piece + count + AROUND };
}

/** The heading, else the marked words, else the passage, else the top. */
function bringIntoView(box: HTMLElement, { piece, heading }: Target, quote: string): void {
  if (heading !== null) {
    const headings = box.querySelectorAll(
      `[data-piece="${piece}"] > .piece-text > :is(h1, h2, h3, h4, h5, h6)`,
    );
    headings[heading]?.scrollIntoView({ block: "start" }); // a heading in a quotation is not counted
    return;
  }
  const passage = [...box.querySelectorAll("[data-passage]")];
  const marked = markText(passage, quote) ?? passage[0];
  marked?.scrollIntoView({ block: "center" }); // none: the document was opened as a whole
}

interface PieceProps {
  at: number;
  piece: Piece;
  definitions: string;
  onOpen: (url: string) => void;
}

function PieceView({ at, piece, definitions, onOpen }: PieceProps) {
  const html = useMemo(() => render(piece.markdown, definitions), [piece, definitions]);
  return (
    <div class="piece" data-piece={at} data-passage={piece.inPassage ? "" : undefined}>
      {piece.place && <Place place={piece.place} onOpen={onOpen} />}
      <div class="piece-text" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}

function Place({ place: { label, url }, onOpen }: { place: PlaceView; onOpen: (url: string) => void }) {
  if (!isWebAddress(url)) return <p class="place faint">{label}</p>;
  return (
    <p class="place">
      <button
        type="button"
        class="quiet"
        aria-label={`Open the original at ${label}`}
        onClick={() => onOpen(url)}
      >
        {label}
      </button>
    </p>
  );
}
