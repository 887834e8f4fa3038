/** The documents of a vault, by folder. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { DocumentView } from "../contract";
import { grouped, matching, shortName } from "../viewer/listing";
import type { ListSheet } from "../viewer/viewer";
import type { Companion } from "./companion";
import { ErrorNote } from "./error-note";

interface Props {
  companion: Companion;
  sheet: ListSheet;
}

/** A longer list makes the panel slow and helps nobody: words find the others. */
const MOST_SHOWN = 1_000;

export function DocumentList({ companion: { viewer }, sheet: { documents, error } }: Props) {
  const [filter, setFilter] = useState("");
  const found = matching(documents ?? [], filter);
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const remove = async (document: DocumentView) => {
    const at = found.indexOf(document);
    const next = found[at + 1] ?? found[at - 1];
    await viewer.remove(document);
    const entry = list.current?.querySelector<HTMLElement>(`[data-document="${next?.id}"] .entry`);
    (entry ?? search.current)?.focus();
  };
  return (
    <>
      {error && <ErrorNote error={error} />}
      {documents === null && !error && <p class="sheet-wait faint">Looking…</p>}
      {documents && (
        <div class="sheet-head">
          <label class="field">
            <span class="faint">Find by name</span>
            <input
              ref={search}
              type="search"
              value={filter}
              onInput={(event) => setFilter(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Escape" || filter === "") return;
                event.preventDefault(); // it clears the field, and leaves the list open
                setFilter("");
              }}
            />
          </label>
          <span class="faint" role="status">
            {filter.trim() ? `${found.length} of ${documents.length}` : count(documents.length)}
          </span>
        </div>
      )}
      <div class="sheet-text" ref={list} data-testid="documents">
        {documents && documents.length > 0 && found.length === 0 && (
          <p class="faint">No document has these words in its name or title.</p>
        )}
        {grouped(found.slice(0, MOST_SHOWN)).map(({ name, documents }) => (
          <section key={name} class="folder" aria-label={name || "Top folder"}>
            {name && (
              <h3>
                {name} <span class="faint">{documents.length}</span>
              </h3>
            )}
            <ul>
              {documents.map((document) => (
                <Row
                  key={document.id}
                  document={document}
                  onOpen={() => void viewer.openDocument(document.id, document.title || document.name)}
                  onRemove={() => void remove(document)}
                />
              ))}
            </ul>
          </section>
        ))}
        {found.length > MOST_SHOWN && (
          <p class="faint">
            The first {MOST_SHOWN.toLocaleString("en")}; name what you look for to find others.
          </p>
        )}
      </div>
    </>
  );
}

interface RowProps {
  document: DocumentView;
  onOpen: () => void;
  onRemove: () => void;
}

function Row({ document, onOpen, onRemove }: RowProps) {
  const [asking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const ask = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    // The button that was pressed is gone: the keyboard goes on where it stood.
    if (asking) keep.current?.focus();
    else if (wasAsking.current) ask.current?.focus();
    wasAsking.current = asking;
  }, [asking]);
  const name = shortName(document);
  if (asking) {
    return (
      <li
        class="row-asking"
        data-document={document.id}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault(); // it answers this question, and leaves the list open
          setAsking(false);
        }}
      >
        <span>
          Remove {name} from the vault? {document.url ? "" : "Your own file stays as it is."}
        </span>
        <span class="job-buttons">
          <button type="button" class="secondary" onClick={onRemove}>
            Remove
          </button>
          <button ref={keep} type="button" class="quiet" onClick={() => setAsking(false)}>
            Keep
          </button>
        </span>
      </li>
    );
  }
  return (
    <li data-document={document.id}>
      <button type="button" class="entry" title={document.name} onClick={onOpen}>
        <span class="path">{name}</span>
        {document.title && document.title !== name && document.title !== document.name && (
          <span class="faint path" dir="auto">
            {document.title}
          </span>
        )}
      </button>
      <button
        ref={ask}
        type="button"
        class="quiet"
        aria-label={`Remove ${name}`}
        onClick={() => setAsking(true)}
      >
        Remove
      </button>
    </li>
  );
}

function count(documents: number): string {
  return `${documents.toLocaleString("en")} ${documents === 1 ? "document" : "documents"}`;
}
