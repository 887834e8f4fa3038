/** One question and what became of it, changed only by the events of the engine. */

import type { AnswerResult, CitationView, SourceView } from "../contract";
import type { EngineError } from "../engine/errors";
import type { StreamEvent } from "../engine/session";
import type { Subject } from "./subject";

export interface Exchange {
  id: number;
  subject: Subject;
  question: string;
  state: "preparing" | "answering" | "done" | "stopped" | "failed";
  /** What is being done before the first word, for people. */
  stage: string;
  thinking: string;
  answer: string;
  sources: readonly SourceView[];
  citations: readonly CitationView[];
  notices: readonly string[];
  mode: AnswerResult["mode"] | null;
  /** What people call the provider. */
  writer: string;
  model: string;
  error: EngineError | null;
}

export function newExchange(id: number, subject: Subject, question: string): Exchange {
  return {
    id,
    subject,
    question,
    state: "preparing",
    stage: "",
    thinking: "",
    answer: "",
    sources: [],
    citations: [],
    notices: [],
    mode: null,
    writer: "",
    model: "",
    error: null,
  };
}

export function isRunning(exchange: Exchange): boolean {
  return exchange.state === "preparing" || exchange.state === "answering";
}

export function afterEvent(exchange: Exchange, event: StreamEvent): Exchange {
  switch (event.type) {
    case "progress":
      return { ...exchange, stage: event.stage };
    case "notice":
      return withNotices(exchange, [event.text]);
    case "sources":
      return { ...exchange, sources: event.sources };
    case "thinking":
      return { ...exchange, state: "answering", thinking: exchange.thinking + event.text };
    case "delta":
      return { ...exchange, state: "answering", answer: exchange.answer + event.text };
    case "job":
    case "folders":
    case "render":
      return exchange; // of other requests
  }
}

/** The finished answer is the truth: the engine may have dropped citations that nothing supports. */
export function afterAnswer(exchange: Exchange, result: AnswerResult): Exchange {
  const { answer, mode, sources, citations, writer, model } = result;
  return withNotices(
    { ...exchange, state: "done", answer, mode, sources, citations, writer, model },
    result.notices,
  );
}

export function afterError(exchange: Exchange, error: EngineError): Exchange {
  if (error.code === "cancelled") return { ...exchange, state: "stopped" };
  return { ...exchange, state: "failed", error };
}

/** The same notice may come as an event and again with the result. */
export function withNotices(exchange: Exchange, notices: readonly string[]): Exchange {
  return { ...exchange, notices: [...new Set([...exchange.notices, ...notices])] };
}
