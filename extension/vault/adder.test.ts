import { expect, test } from "vitest";
import { Jobs } from "../jobs/jobs";
import { clientOf, FakeHost, healthy, makeJob } from "../testing/fake-host";
import { VaultAdder } from "./adder";

const files = ["a.md", "notes/b.md"].map((path) => ({ path, file: new File(["text of ", path], path) }));

function adderWith(handlers: ConstructorParameters<typeof FakeHost>[0]) {
  const host = new FakeHost({
    ...healthy(),
    add_files: () => ({ kind: "job_started", job: makeJob() }),
    ...handlers,
  });
  const client = clientOf(host);
  const jobs = new Jobs(client, () => undefined);
  return { host, jobs, adder: new VaultAdder(client, jobs) };
}

test("files are handed over one after the other, then one job indexes them", async () => {
  const { host, jobs, adder } = adderWith({});
  await adder.add("Mine", files);
  expect(host.last("add_files")).toMatchObject({
    vault: "Mine",
    files: [
      { upload: "upload-1", path: "a.md" },
      { upload: "upload-1", path: "notes/b.md" },
    ],
  });
  expect(jobs.on(7)).toBeDefined();
  expect(adder.adding.value).toBeNull();
});

test("a file that the engine refuses is named, and the others go on", async () => {
  const { host, adder } = adderWith({
    begin_upload: (request, self) => {
      if (request.type === "begin_upload" && request.name === "a.md")
        return void self.fail(request.id, "too_large", "Too large.");
      return { kind: "upload", upload: "u" };
    },
  });
  await adder.add("Mine", files);
  expect(host.last("add_files").files).toEqual([{ upload: "u", path: "notes/b.md" }]);
  expect(adder.adding.value).toMatchObject({
    active: false,
    files: [{ state: "failed", error: "Too large." }, { state: "sent" }],
  });
  adder.dismiss();
  expect(adder.adding.value).toBeNull();
});

test("a full disk ends it, with the engine's words", async () => {
  const { host, adder } = adderWith({
    begin_upload: ({ id }, self) => void self.fail(id, "disk_full", "The disk is full."),
  });
  await adder.add("Mine", files);
  expect(host.all("begin_upload")).toHaveLength(1);
  expect(host.all("add_files")).toEqual([]);
  expect(adder.adding.value).toMatchObject({ active: false, error: { message: "The disk is full." } });
});

test("a file that is gone since it was chosen is named", async () => {
  const { adder } = adderWith({});
  const gone = new File([], "gone.md");
  gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotFoundError"));
  await adder.add("Mine", [{ path: "gone.md", file: gone }]);
  expect(adder.adding.value?.files[0]).toMatchObject({ state: "failed" });
  expect(adder.adding.value?.files[0]?.error).toContain("gone.md");
});

test("stop ends it before the next file", async () => {
  const { host, adder } = adderWith({ begin_upload: () => void adder.stop() });
  await adder.add("Mine", files);
  expect(host.all("begin_upload")).toHaveLength(1);
  expect(adder.adding.value).toMatchObject({ active: false, error: { code: "cancelled" } });
});

test("no files, nothing to do", async () => {
  const { host, adder } = adderWith({});
  await adder.add("Mine", []);
  expect(host.sent).toEqual([]);
});

const states = (adder: VaultAdder) => adder.adding.value?.files.map(({ state }) => state);

test("one that waits and one that is sent can be taken out, and the others go on", async () => {
  const three = ["a.md", "b.md", "c.md"].map((path) => ({ path, file: new File(["text"], path) }));
  let pieces = 0;
  const { host, adder } = adderWith({
    begin_upload: (request) => {
      return { kind: "upload", upload: request.type === "begin_upload" ? request.name : "" };
    },
    upload_piece: () => {
      pieces += 1;
      if (pieces > 1) return { kind: "nothing" };
      adder.leaveOut(2);
      return void adder.leaveOut(0); // it is never answered: the file is on its way
    },
  });
  await adder.add("Mine", three);
  expect(host.last("add_files").files).toEqual([{ upload: "b.md", path: "b.md" }]);
  expect(states(adder)).toEqual(["cancelled", "sent", "cancelled"]);
  expect(adder.adding.value).toMatchObject({ active: false, error: null });
});

test("one that was handed over can still be taken out before the job begins", async () => {
  const { host, adder } = adderWith({
    begin_upload: (request) => {
      if (request.type === "begin_upload" && request.name === "notes/b.md") adder.leaveOut(0);
      return { kind: "upload", upload: "u" };
    },
  });
  await adder.add("Mine", files);
  expect(host.last("add_files").files).toEqual([{ upload: "u", path: "notes/b.md" }]);
});

test("when all are taken out there is no job", async () => {
  const { host, adder } = adderWith({
    begin_upload: () => {
      adder.leaveOut(1);
      return void adder.leaveOut(0);
    },
  });
  await adder.add("Mine", files);
  expect(host.all("add_files")).toEqual([]);
  expect(states(adder)).toEqual(["cancelled", "cancelled"]);
});
