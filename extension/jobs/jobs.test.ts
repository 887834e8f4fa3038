import { expect, test, vi } from "vitest";
import { clientOf, FakeHost, makeItem, makeJob, NOTHING } from "../testing/fake-host";
import { Jobs } from "./jobs";

test("a watched job is shown at each change and with its items at the end", async () => {
  const host = new FakeHost();
  const onEnd = vi.fn();
  const jobs = new Jobs(clientOf(host), onEnd);
  const watched = jobs.watch(makeJob());
  const { id } = host.last("watch_job");
  host.event({ type: "job", id, job: makeJob({ indexed: 3 }), files: [] });
  expect(jobs.on(7)?.job.indexed).toBe(3);
  const items = [makeItem("https://a.example/", { state: "failed", reason: "HTTP 404" })];
  host.done(id, { kind: "job_report", job: makeJob({ state: "done" }), items });
  await watched;
  expect(jobs.on(7)).toMatchObject({ job: makeJob({ state: "done" }), items });
  expect(onEnd).toHaveBeenCalledOnce();
});

test("failure mode 16: a panel that opens again finds the jobs that run, and no others", async () => {
  const host = new FakeHost({
    list_jobs: () => ({
      kind: "jobs",
      jobs: [
        makeJob({ id: 1, state: "running" }),
        makeJob({ id: 2, state: "queued" }),
        makeJob({ id: 3, state: "done" }),
      ],
    }),
  });
  const jobs = new Jobs(clientOf(host), () => undefined);
  await jobs.resume();
  expect(host.all("watch_job").map((request) => request.job)).toEqual([1, 2]);
});

test("a job whose connection was lost is taken up again, also when it has ended meanwhile", async () => {
  const host = new FakeHost();
  const onEnd = vi.fn();
  const jobs = new Jobs(clientOf(host), onEnd);
  const watched = jobs.watch(makeJob());
  host.fail(host.last("watch_job").id, "internal");
  await watched;
  expect(onEnd).not.toHaveBeenCalled();
  expect(jobs.on(7)?.job.state).toBe("running");
  const resumed = jobs.resume();
  host.done(host.last("list_jobs").id, { kind: "jobs", jobs: [makeJob({ state: "done" })] });
  await resumed;
  expect(host.all("watch_job")).toHaveLength(2);
});

test("stopping asks the engine", async () => {
  const host = new FakeHost({ cancel_job: () => NOTHING });
  await new Jobs(clientOf(host), () => undefined).cancel(4);
  expect(host.last("cancel_job").job).toBe(4);
});

test("a job that is tried again is watched again", async () => {
  const host = new FakeHost({
    retry_job: () => ({ kind: "job_started", job: makeJob({ id: 4, state: "queued" }) }),
  });
  const jobs = new Jobs(clientOf(host), () => undefined);
  await jobs.retry(4);
  expect(host.last("retry_job").job).toBe(4);
  expect(host.last("watch_job").job).toBe(4);
});

test("the newest job on a collection is the one that counts", () => {
  const jobs = new Jobs(clientOf(new FakeHost()), () => undefined);
  void jobs.watch(makeJob({ id: 1 }));
  void jobs.watch(makeJob({ id: 2 }));
  void jobs.watch(makeJob({ id: 3, collection: 9 }));
  expect(jobs.on(7)?.job.id).toBe(2);
  expect(jobs.on(1)).toBeUndefined();
});
