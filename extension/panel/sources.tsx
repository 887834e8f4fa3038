/** The numbered passages under an answer; those that it cites come first in sight. */

import { useState } from "preact/hooks";
import type { SourceView } from "../contract";
import { isWebAddress } from "../chat/citation-target";
import { origin } from "../chat/origin";
import { snippet } from "../chat/snippet";

interface Props {
  sources: readonly SourceView[];
  onOpen: (source: SourceView) => void;
}

export function Sources({ sources, onOpen }: Props) {
  const [all, setAll] = useState(false);
  const cited = sources.filter((source) => source.cited);
  const shown = all || cited.length === 0 ? sources : cited;
  const hidden = sources.length - shown.length;
  return (
    <section class="sources" aria-label="Sources">
      <h4>Sources</h4>
      <ol>
        {shown.map((source) => (
          <Source key={source.n} source={source} onOpen={onOpen} />
        ))}
      </ol>
      {hidden > 0 && (
        <button type="button" class="quiet" onClick={() => setAll(true)}>
          {hidden} more that {hidden === 1 ? "was" : "were"} read
        </button>
      )}
    </section>
  );
}

function Source({ source, onOpen }: { source: SourceView; onOpen: (source: SourceView) => void }) {
  const path = [...new Set([...source.headings, source.label])]
    .filter((part) => part !== "" && part !== source.title)
    .join(" › ");
  const from = origin(source);
  const body = (
    <>
      <span class="source-number">{source.n}</span>
      <span class="source-body">
        <span class="source-title">{source.title || source.uri}</span>
        {path && <span class="source-path">{path}</span>}
        {from && <span class="source-path">{from}</span>}
        <span class="source-text">{snippet(source.text)}</span>
      </span>
    </>
  );
  return (
    <li data-testid={`source-${source.n}`}>
      {isWebAddress(source.url) ? (
        <button type="button" class="source" title={source.url} onClick={() => onOpen(source)}>
          {body}
        </button>
      ) : (
        <div class="source">{body}</div>
      )}
    </li>
  );
}
