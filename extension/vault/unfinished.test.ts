import { expect, test, vi } from "vitest";
import type { JobItemView } from "../contract";
import { Jobs } from "../jobs/jobs";
import { clientOf, FakeHost, healthy, makeFolder, makeJob } from "../testing/fake-host";
import { Finisher, keyOf, unfinishedIn, unfinishedOf, waitingLine, type UnfinishedFile } from "./unfinished";

const item = (uri: string, code: string): JobItemView => {
  const state = code === "" ? "indexed" : "failed";
  return { uri, state, code, reason: code && `It is ${code}.`, again: false };
};
const FILE: UnfinishedFile = {
  at: { job: 3 },
  path: "a.pdf",
  lacks: "password",
  reason: "a.pdf: It is locked.",
};

function finisherWith(handlers: ConstructorParameters<typeof FakeHost>[0]) {
  const host = new FakeHost({ ...healthy(), ...handlers });
  const client = clientOf(host);
  const jobs = new Jobs(client, () => undefined);
  return { host, jobs, finisher: new Finisher(client, jobs) };
}

test("what lacks a word of the person waits for it, by how it ended last", () => {
  const first = {
    job: makeJob({ id: 1, kind: "add_files" }),
    items: [item("a.pdf", "encrypted"), item("b.pdf", "needs_ocr"), item("c", "")],
  };
  expect(unfinishedIn([first])).toEqual([
    { at: { job: 1 }, path: "a.pdf", lacks: "password", reason: "a.pdf: It is encrypted." },
    { at: { job: 1 }, path: "b.pdf", lacks: "recognition", reason: "b.pdf: It is needs_ocr." },
  ]);
  const second = { job: makeJob({ id: 2, kind: "add_files" }), items: [item("a.pdf", "encrypted")] };
  const third = { job: makeJob({ id: 3, kind: "add_files" }), items: [item("b.pdf", "")] };
  expect(unfinishedIn([first, second, third])).toMatchObject([{ at: { job: 2 }, path: "a.pdf" }]);
});

test.each([
  ["one after the other", "done", ["a.pdf", "b.pdf"]],
  ["until one is stopped", "cancelled", ["a.pdf"]],
] as const)("several are tried %s", async (_name, state, tried) => {
  const job = makeJob({ id: 5, kind: "add_files" });
  const { host, finisher } = finisherWith({ retry_file: () => ({ kind: "job_started", job }) });
  const trying = finisher.tryAll([FILE, { ...FILE, path: "b.pdf" }], { ocr: ["eng"] });
  for (const at of tried.keys()) {
    await vi.waitFor(() => expect(host.all("watch_job")).toHaveLength(at + 1));
    expect(host.all("retry_file")).toHaveLength(at + 1);
    host.done(host.last("watch_job").id, { kind: "job_report", job: { ...job, state }, items: [] });
  }
  await trying;
  expect(host.all("retry_file").map(({ path, ocr }) => [path, ocr])).toEqual(
    tried.map((path) => [path, ["eng"]]),
  );
});

test.each([
  ["password", "1 file waits for a password"],
  [
    "password recognition recognition",
    "1 file waits for a password, 2 files wait for leave to recognise the text",
  ],
])("what %s lack is said in one line", (lacks, line) => {
  const files = lacks.split(" ").map((one) => ({ ...FILE, lacks: one as UnfinishedFile["lacks"] }));
  expect(waitingLine(files)).toBe(line);
});

test("a file with pages that are pictures waits as well, by its name", () => {
  const partly = { ...item("a.pdf", ""), code: "needs_ocr", reason: "Page 2 is a picture." };
  const [file] = unfinishedIn([{ job: makeJob({ id: 1, kind: "add_files" }), items: [partly] }]);
  expect(file).toEqual({
    at: { job: 1 },
    path: "a.pdf",
    lacks: "recognition",
    reason: "a.pdf: Page 2 is a picture.",
  });
  const [silent] = unfinishedIn([
    { job: makeJob({ id: 1, kind: "add_files" }), items: [{ ...partly, reason: "" }] },
  ]);
  expect(silent).toMatchObject({ reason: "a.pdf" });
});

test("a file is tried with what was given, and its end is waited for", async () => {
  const { host, jobs, finisher } = finisherWith({
    retry_file: () => ({ kind: "job_started", job: makeJob({ id: 9 }) }),
    watch_job: () => ({
      kind: "job_report",
      job: makeJob({ id: 9, state: "done" }),
      items: [item("a.pdf", "")],
    }),
  });
  const ended = finisher.tryAgain(FILE, { password: "secret" });
  expect([...finisher.trying.value]).toEqual(["a.pdf"]);
  await ended;
  expect(host.last("retry_file")).toMatchObject({
    job: 3,
    path: "a.pdf",
    password: "secret",
    ocr: [],
  });
  expect([...finisher.trying.value]).toEqual([]);
  expect(unfinishedIn([...jobs.all.value.values()])).toEqual([]);
});

test("a file whose bytes are gone says so, until it is tried again", async () => {
  const { finisher } = finisherWith({
    retry_file: ({ id }, host) => void host.fail(id, "not_found", "Add it again."),
  });
  await finisher.tryAgain(FILE, { ocr: ["eng"] });
  expect(finisher.errors.value.get("a.pdf")?.message).toBe("Add it again.");
  expect([...finisher.trying.value]).toEqual([]);
});

test("a watched folder says itself what its files lack, and reads them in place", async () => {
  const folder = makeFolder({ id: 4, problems: [item("safe/a.pdf", "encrypted"), item("b.pdf", "")] });
  const [file, ...others] = unfinishedOf(folder);
  expect(file).toMatchObject({ at: { folder: 4 }, path: "safe/a.pdf", lacks: "password" });
  expect(others).toEqual([]);
  const ofJob = makeJob({ id: 1, kind: "read_folder" });
  expect(unfinishedIn([{ job: ofJob, items: [item("safe/a.pdf", "encrypted")] }])).toEqual([]);
  const { host, finisher } = finisherWith({
    read_watched_file: () => ({ kind: "job_started", job: makeJob({ id: 9 }) }),
    watch_job: () => ({ kind: "job_report", job: makeJob({ id: 9, state: "done" }), items: [] }),
  });
  await finisher.tryAgain(file!, { password: "secret" });
  expect(host.last("read_watched_file")).toMatchObject({
    folder: 4,
    path: "safe/a.pdf",
    password: "secret",
    ocr: [],
  });
});

test("files of the same path in two places are told apart", () => {
  const other: UnfinishedFile = { ...FILE, at: { folder: 2 } };
  expect(keyOf(FILE)).not.toBe(keyOf(other));
  expect(keyOf(FILE)).toBe(keyOf({ ...FILE, at: { job: 9 } }));
});
