/** The numbered passages under an answer; those that it cites come first in sight. */

import { useState } from "preact/hooks";
import type { SourceView } from "../contract";
import { isWebAddress } from "../chat/citation-target";
import { origin } from "../chat/origin";
import { place } from "../chat/place";
import { snippet } from "../chat/snippet";

interface Props {
  sources: readonly SourceView[];
  /** Whether the answer is complete, so that it is known which of them it cites. */
  whole: boolean;
  /** At its original address. */
  onOpen: (source: SourceView) => void;
  /** As Ambry has read it. */
  onRead: (source: SourceView) => void;
}

export function Sources({ sources, whole, onOpen, onRead }: Props) {
  const [all, setAll] = useState(false);
  const cited = sources.filter((source) => source.cited);
  const shown = all || (whole && cited.length === 0) ? sources : cited;
  const hidden = sources.length - shown.length;
  return (
    <section class="sources" aria-label="Sources">
      <h3>Sources</h3>
      <ol>
        {shown.map((source) => (
          <Source key={source.n} source={source} onOpen={onOpen} onRead={onRead} />
        ))}
      </ol>
      {hidden > 0 && (
        <button type="button" class="quiet" onClick={() => setAll(true)}>
          {hidden} {shown.length > 0 && "more "}that {hidden === 1 ? "was" : "were"} read
        </button>
      )}
    </section>
  );
}

function Source({ source, onOpen, onRead }: Omit<Props, "sources" | "whole"> & { source: SourceView }) {
  const path = place(source);
  const from = origin(source);
  const title = source.title || source.uri;
  return (
    <li class="source" data-testid={`source-${source.n}`}>
      <button type="button" class="source-open" title="Read it here" onClick={() => onRead(source)}>
        <span class="source-number">{source.n}</span>
        <span class="source-body" dir="auto">
          <span class="source-title">{title}</span>
          {path && <span class="source-path">{path}</span>}
          {from && <span class="source-path">{from}</span>}
          <span class="source-text">{snippet(source.text)}</span>
        </span>
      </button>
      {isWebAddress(source.url) && (
        <button
          type="button"
          class="quiet source-original"
          title={source.url}
          aria-label={`Open the original of source ${source.n}: ${title}`}
          onClick={() => onOpen(source)}
        >
          ↗
        </button>
      )}
    </li>
  );
}
