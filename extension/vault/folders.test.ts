import { expect, test, vi } from "vitest";
import { Jobs } from "../jobs/jobs";
import { clientOf, FakeHost, healthy, makeFolder, makeJob, NOTHING } from "../testing/fake-host";
import { WatchedFolders } from "./folders";

function setUp(handlers = {}) {
  const host = new FakeHost({ ...healthy(), ...handlers });
  const client = clientOf(host);
  const changed = vi.fn(() => undefined);
  return { host, changed, folders: new WatchedFolders(client, new Jobs(client, () => undefined), changed) };
}

async function following(host: FakeHost, folders: WatchedFolders) {
  void folders.follow();
  await expect.poll(() => host.all("follow_folders").length).toBeGreaterThan(0);
  const { id } = host.last("follow_folders");
  return (...shown: ReturnType<typeof makeFolder>[]) => host.event({ type: "folders", id, folders: shown });
}

test("folders are shown as the engine tells them, and others hear of other documents", async () => {
  const { host, folders, changed } = setUp();
  const say = await following(host, folders);
  say(makeFolder({}));
  expect(folders.all.value).toEqual([makeFolder({})]);
  say(makeFolder({ state: "polling" }));
  expect(changed).toHaveBeenCalledTimes(1);
  say(makeFolder({ documents: 13 }));
  expect(changed).toHaveBeenCalledTimes(2);
});

test("a folder that is being read may have a job that nobody here started", async () => {
  const { host, folders } = setUp();
  const say = await following(host, folders);
  say(makeFolder({}));
  expect(host.all("list_jobs")).toEqual([]);
  say(makeFolder({ state: "reading" }));
  expect(host.all("list_jobs").length).toBe(1);
});

test("following again ends what was followed before", async () => {
  const { host, folders } = setUp();
  await following(host, folders);
  void folders.follow();
  await expect.poll(() => host.all("follow_folders").length).toBe(2);
  expect(host.all("cancel").length).toBe(1);
});

test("watching starts a job that is watched too", async () => {
  const job = makeJob({ kind: "read_folder" });
  const { host, folders } = setUp({
    watch_folder: () => ({ kind: "folder_watched", folder: makeFolder({}), job }),
  });
  await folders.watch("notes", "/home/ada/Notes", ["drafts/"]);
  expect(host.last("watch_folder")).toMatchObject({
    vault: "notes",
    path: "/home/ada/Notes",
    exclude: ["drafts/"],
  });
  expect(host.last("watch_job").job).toBe(job.id);
});

test("watching stops, and the documents stay or go", async () => {
  const { host, folders } = setUp({ unwatch_folder: () => NOTHING });
  await folders.unwatch(4, true);
  expect(host.last("unwatch_folder")).toMatchObject({ folder: 4, keep: true });
});
