import { expect, test } from "vitest";
import { makeJob } from "../testing/fake-host";
import { counts, finished, fraction, headline } from "./progress";

test("numbers that are nought go without saying, but for what was indexed", () => {
  expect(counts(makeJob())).toBe("0 indexed");
  expect(counts(makeJob({ indexed: 3, unchanged: 2, skipped: 1, failed: 4 }))).toBe(
    "3 indexed · 2 unchanged · 1 skipped · 4 failed",
  );
});

test.each([
  [makeJob({ total: 0, indexed: 3 }), null],
  [makeJob({ total: 4, indexed: 1, failed: 1 }), 0.5],
  [makeJob({ total: 2, indexed: 3 }), 1],
])("how far a job is", (job, part) => {
  expect(fraction(job)).toBe(part);
  expect(finished(job)).toBe(job.indexed + job.failed);
});

test.each([
  [makeJob({ state: "queued" }), "Waiting to start"],
  [makeJob({ state: "running", stage: "Embedding" }), "Embedding"],
  [makeJob({ state: "running", stage: "" }), "Working"],
  [makeJob({ state: "done" }), "Finished"],
  [makeJob({ state: "cancelled" }), "Stopped. What was indexed stays."],
  [makeJob({ kind: "reindex", state: "cancelled" }), "Stopped. The old index stays."],
  [makeJob({ state: "failed" }), "Failed"],
])("a job's state in words", (job, words) => {
  expect(headline(job)).toBe(words);
});
