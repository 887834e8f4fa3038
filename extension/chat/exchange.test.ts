import { expect, test } from "vitest";
import { cancelled, EngineError } from "../engine/errors";
import { makeSource } from "../testing/fake-host";
import { afterAnswer, afterError, afterEvent, isRunning, newExchange } from "./exchange";

const fresh = newExchange(1, { kind: "vault", collection: 1, title: "Mine", folder: "" }, "Why?");

test("deltas grow the answer, thinking stays apart from it", () => {
  const events = [
    { type: "progress", id: "1", stage: "Searching", completed: 0, total: 0 },
    { type: "sources", id: "1", sources: [makeSource({})] },
    { type: "thinking", id: "1", text: "Hm." },
    { type: "delta", id: "1", text: "Be" },
    { type: "delta", id: "1", text: "cause" },
    { type: "notice", id: "1", text: "Quoted." },
  ] as const;
  const exchange = events.reduce(afterEvent, fresh);
  expect(exchange).toMatchObject({
    state: "answering",
    stage: "Searching",
    thinking: "Hm.",
    answer: "Because",
    notices: ["Quoted."],
  });
  expect(exchange.sources).toHaveLength(1);
  expect(isRunning(exchange)).toBe(true);
});

test("the finished answer replaces what was streamed, and a notice is shown once", () => {
  const streamed = afterEvent(afterEvent(fresh, { type: "delta", id: "1", text: "Because [9]" }), {
    type: "notice",
    id: "1",
    text: "Quoted.",
  });
  const done = afterAnswer(streamed, {
    kind: "answer",
    answer: "Because [1]",
    mode: "passages",
    provider: "ollama",
    writer: "Ollama",
    model: "llama",
    sources: [makeSource({})],
    citations: [],
    notices: ["Quoted.", "Short."],
  });
  expect(done).toMatchObject({
    state: "done",
    answer: "Because [1]",
    writer: "Ollama",
    model: "llama",
    notices: ["Quoted.", "Short."],
  });
  expect(isRunning(done)).toBe(false);
});

test("stopping is not an error", () => {
  expect(afterError(fresh, cancelled())).toMatchObject({ state: "stopped", error: null });
  const error = new EngineError("no_text", "No text.");
  expect(afterError(fresh, error)).toMatchObject({ state: "failed", error });
});
