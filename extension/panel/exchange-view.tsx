/** One question with its answer, as it grows. */

import { useState } from "preact/hooks";
import type { SourceView } from "../contract";
import { asCited } from "../chat/as-cited";
import { asText } from "../chat/as-text";
import { citationOf, citationTarget } from "../chat/citation-target";
import { isRunning, type Exchange } from "../chat/exchange";
import { AnswerText } from "./answer-text";
import { ErrorNote } from "./error-note";
import { Sources } from "./sources";
import { Words } from "./words";

interface Props {
  exchange: Exchange;
  labelled: boolean;
  /** Those of its notices that are to be shown. */
  notices: readonly string[];
  onOpen: (url: string) => void;
  /** Shows what was read, at a passage and in it at a quotation. */
  onRead: (source: SourceView, quote: string) => void;
  onCopy: (text: string) => Promise<void>;
  /** Null where asking again would be about something else by now. */
  onAgain: (() => void) | null;
}

const MODES = {
  document: "Read all of it",
  passages: "Read the passages that fit best",
};

export function ExchangeView({ exchange, labelled, notices, onOpen, onRead, onCopy, onAgain }: Props) {
  const running = isRunning(exchange);
  const openCitation = (number: number, index: number) => {
    const url = citationTarget(exchange, number, index);
    if (url) return onOpen(url);
    const source = exchange.sources.find((candidate) => candidate.n === number);
    if (source) onRead(source, citationOf(exchange, number, index)?.quote ?? ""); // no quote while it streams
  };
  return (
    <article class="exchange" data-testid="exchange" data-state={exchange.state} aria-busy={running}>
      {labelled && (
        <p class="about">
          About <bdi>{exchange.subject.title}</bdi>
        </p>
      )}
      <h2 class="question" dir="auto">
        {exchange.question}
      </h2>
      {exchange.state === "preparing" && (
        <p class="stage" role="status">
          {exchange.stage || "Thinking about it"}…
        </p>
      )}
      {exchange.thinking && (
        <details class="thinking">
          <summary>Thinking</summary>
          <p>{exchange.thinking}</p>
        </details>
      )}
      {exchange.answer && (
        <AnswerText markdown={exchange.answer} sources={exchange.sources} onCite={openCitation} />
      )}
      {exchange.state === "stopped" && <p class="faint">Stopped.</p>}
      {exchange.error && <ErrorNote error={exchange.error} />}
      {onAgain && (exchange.state === "stopped" || exchange.state === "failed") && (
        <button type="button" class="secondary" onClick={onAgain}>
          Ask again
        </button>
      )}
      {notices.map((notice) => (
        <p key={notice} class="note" data-testid="notice">
          <Words text={notice} />
        </p>
      ))}
      {exchange.state === "done" && exchange.mode && exchange.mode !== "none" && (
        <Facts exchange={exchange} mode={MODES[exchange.mode]} onCopy={onCopy} />
      )}
      {exchange.state === "answering" && exchange.sources.length > 0 && (
        <p class="faint">
          Reading {exchange.sources.length} {exchange.sources.length === 1 ? "source" : "sources"}
        </p>
      )}
      {!running && exchange.answer && exchange.sources.length > 0 && (
        <Sources
          sources={exchange.sources.map((source) => asCited(source, exchange.citations))}
          whole={exchange.state === "done"}
          onOpen={(source) => onOpen(source.url)}
          onRead={(source) => onRead(source, citationOf(exchange, source.n)?.quote ?? "")} // one that is not cited
        />
      )}
    </article>
  );
}

function Facts({ exchange, mode, onCopy }: Pick<Props, "exchange" | "onCopy"> & { mode: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await onCopy(asText(exchange));
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <div class="facts">
      <span data-testid="provider">
        {[mode, exchange.writer, exchange.model].filter(Boolean).join(" · ")}
      </span>
      <button type="button" class="quiet" onClick={() => void copy()}>
        {copied ? "Copied" : "Copy"}
      </button>
    </div>
  );
}
