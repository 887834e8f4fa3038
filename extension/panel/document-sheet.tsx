/** One document: what it is, where its original is, its headings and its text. */

import { useMemo, useState } from "preact/hooks";
import type { DocumentTextResult } from "../contract";
import { origin } from "../chat/origin";
import { cut, headingAt } from "../viewer/pieces";
import type { DocumentSheet } from "../viewer/viewer";
import type { Companion } from "./companion";
import { DocumentText, type Target } from "./document-text";
import { ErrorNote } from "./error-note";
import { Outline } from "./outline";

interface Props {
  companion: Companion;
  sheet: DocumentSheet;
}

/** Shorter ones are seen at a glance. */
const LONG = 6_000;
const SOME_HEADINGS = 3;

export function DocumentSheetView({ companion, sheet }: Props) {
  if (sheet.error) return <ErrorNote error={sheet.error} />;
  if (!sheet.text) return <p class="sheet-wait faint">Opening the document…</p>;
  return <Opened companion={companion} sheet={sheet} text={sheet.text} />;
}

function Opened({ companion, sheet: { passage }, text }: Props & { text: DocumentTextResult }) {
  const cutting = useMemo(() => cut(text.markdown, text.places, passage), [text, passage]);
  const { pieces, headings, definitions } = cutting;
  const first = Math.max(
    0,
    pieces.findIndex((piece) => piece.inPassage),
  );
  const count = pieces.filter((piece) => piece.inPassage).length;
  const [target, setTarget] = useState<Target>({ piece: first, count, heading: null, turn: 0 });
  const isLong = text.markdown.length > LONG && headings.length >= SOME_HEADINGS;
  return (
    <>
      <DocumentHead text={text} url={passage?.url ?? ""} onOpen={(url) => companion.open(url)} />
      {isLong && (
        <Outline
          headings={headings}
          onChoose={({ start }) =>
            setTarget(({ turn }) => ({ ...headingAt(cutting, start), count: 1, turn: turn + 1 }))
          }
        />
      )}
      <DocumentText
        pieces={pieces}
        definitions={definitions}
        quote={passage?.quote ?? ""}
        target={target}
        onOpen={(url) => companion.open(url)}
      />
    </>
  );
}

interface HeadProps {
  text: DocumentTextResult;
  /** Of the passage; empty: of the document. */
  url: string;
  onOpen: (url: string) => void;
}

function DocumentHead({ text, url, onOpen }: HeadProps) {
  const { document, collection } = text;
  const from = origin(text);
  return (
    <div class="sheet-head">
      <p class="faint path" title={document.path || document.name}>
        {collection.kind === "vault" && `${collection.title} › `}
        {document.path || document.name}
        {from && (
          <>
            <br />
            {from}
          </>
        )}
      </p>
      {document.url && (
        <button type="button" class="secondary" onClick={() => onOpen(url || document.url)}>
          Open original
        </button>
      )}
    </div>
  );
}
