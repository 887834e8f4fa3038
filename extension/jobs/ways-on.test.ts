import { expect, test } from "vitest";
import { makeItem, makeJob } from "../testing/fake-host";
import { waysOn } from "./ways-on";

const ITEMS = [
  makeItem("https://a.example:8000/in", { state: "failed", code: "needs_browser", again: true }),
  makeItem("https://a.example:8000/slow", { state: "failed", code: "unreachable", again: true }),
  makeItem("https://a.example:8000/gone", { state: "failed", code: "not_found" }),
];

test("what may end better is counted, and what only the person sees apart", () => {
  expect(waysOn(makeJob({ state: "done" }), ITEMS)).toEqual({ again: 2, walled: 1, host: "a.example:8000" });
  expect(waysOn(makeJob({ state: "done" }), ITEMS.slice(1))).toEqual({ again: 1, walled: 0, host: "" });
});

test("a job that goes on, or can go on, needs no second try", () => {
  expect(waysOn(makeJob({ state: "running" }), ITEMS).again).toBe(0);
  expect(waysOn(makeJob({ state: "paused" }), ITEMS).again).toBe(0);
});
