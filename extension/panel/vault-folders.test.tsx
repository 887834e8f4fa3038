// @vitest-environment jsdom
import { expect, test } from "vitest";
import {
  FakeHost,
  healthy,
  makeCollection,
  makeFolder,
  makeItem,
  makeJob,
  makeStatus,
  NOTHING,
} from "../testing/fake-host";
import { find, openPanel } from "../testing/panel";

const shown = () => expect.poll(() => document.body.textContent);

async function openVault(handlers: ConstructorParameters<typeof FakeHost>[0] = {}) {
  const host = new FakeHost({ ...healthy(), ...handlers });
  openPanel(host);
  await shown().toContain("Ask about this page");
  find("[role=tab]", "Vault").click();
  await shown().toContain("Watch a folder");
  const { id } = host.last("follow_folders");
  return {
    host,
    say: (...folders: ReturnType<typeof makeFolder>[]) => host.event({ type: "folders", id, folders }),
  };
}

function fill(label: string, value: string) {
  const form = find<HTMLDetailsElement>("details:has(form)");
  form.open = true;
  form.dispatchEvent(new Event("toggle"));
  const input = find("label", label).querySelector("input");
  if (!input) throw new Error(`There is no field ${label}`);
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  return input;
}

test("a path that was pasted is watched, and the field is free for the next", async () => {
  const { host } = await openVault({
    watch_folder: () => ({
      kind: "folder_watched",
      folder: makeFolder({}),
      job: makeJob({ kind: "read_folder" }),
    }),
  });
  const path = fill("Path of the folder", "/home/ada/Notes");
  fill("Leave out", "drafts/, *.log");
  await expect.poll(() => find<HTMLButtonElement>("button", "Watch it").disabled).toBe(false);
  find("button", "Watch it").click();
  await expect.poll(() => path.value).toBe("");
  expect(path.closest("details")?.open).toBe(false);
  expect(host.last("watch_folder")).toMatchObject({
    vault: "My files",
    path: "/home/ada/Notes",
    exclude: ["drafts/", "*.log"],
  });
});

test("a folder that is refused says why, and the path can be mended", async () => {
  await openVault({
    watch_folder: ({ id }, self) => {
      self.fail(id, "folder_refused", "/ holds all your files.", "Choose a folder inside it.");
      return undefined;
    },
  });
  const path = fill("Path of the folder", "/");
  await expect.poll(() => find<HTMLButtonElement>("button", "Watch it").disabled).toBe(false);
  find("button", "Watch it").click();
  await shown().toContain("/ holds all your files.");
  expect(path.value).toBe("/");
});

test("watched folders are shown with their state, their note and what could not be read", async () => {
  const { say } = await openVault();
  const problems = [makeItem("a.pdf", { state: "failed", reason: "It is damaged." })];
  say(
    makeFolder({ state: "unreachable", note: "Bring it back.", failed: 1, problems }),
    makeFolder({ id: 5, vault: "Another", path: "/elsewhere" }),
  );
  await shown().toContain("Not reachable · 12 documents");
  await shown().toContain("Bring it back.");
  await shown().toContain("1 file could not be read, and why");
  await shown().toContain("It is damaged.");
  expect(document.body.textContent).not.toContain("/elsewhere");
});

test("reading again asks for the same folder with the same exclusions", async () => {
  const { host, say } = await openVault();
  say(makeFolder({ exclude: ["drafts/"] }));
  await shown().toContain("Read again");
  find("button", "Read again").click();
  await expect.poll(() => host.all("watch_folder").length).toBe(1);
  expect(host.last("watch_folder")).toMatchObject({ path: "/home/ada/Notes", exclude: ["drafts/"] });
});

test.each([
  ["Stop and remove its documents", false],
  ["Stop and keep them", true],
])("watching stops after a second word: %s", async (button, keep) => {
  const { host, say } = await openVault({ unwatch_folder: () => NOTHING });
  say(makeFolder({}));
  await shown().toContain("Stop watching");
  find("button", "Stop watching").click();
  await shown().toContain("Go on watching");
  expect(host.all("unwatch_folder")).toEqual([]);
  find("button", button).click();
  await expect.poll(() => host.all("unwatch_folder").length).toBe(1);
  expect(host.last("unwatch_folder")).toMatchObject({ folder: 4, keep });
});

test("and goes on when that was a mistake", async () => {
  const { host, say } = await openVault();
  say(makeFolder({}));
  await shown().toContain("Stop watching");
  find("button", "Stop watching").click();
  await shown().toContain("Go on watching");
  find("button", "Go on watching").click();
  await shown().toContain("Stop watching");
  expect(host.all("unwatch_folder")).toEqual([]);
});

test("a locked file of a folder is opened in place, and one that is broken only says why", async () => {
  const { host, say } = await openVault({
    read_watched_file: () => ({ kind: "job_started", job: makeJob({ id: 9, kind: "read_file" }) }),
  });
  const problem = { state: "failed", again: false } as const;
  say(
    makeFolder({
      failed: 2,
      problems: [
        { ...problem, uri: "safe/a.pdf", code: "encrypted", reason: "It is locked." },
        { ...problem, uri: "b.docx", code: "", reason: "It is damaged." },
      ],
    }),
  );
  await shown().toContain("safe/a.pdf: It is locked.");
  await shown().toContain("1 file could not be read, and why");
  const field = find<HTMLInputElement>("[data-testid=folder] input[type=password]");
  field.value = "secret";
  find<HTMLFormElement>("[data-testid=folder] form").requestSubmit();
  expect(field.value).toBe("");
  await expect
    .poll(() => host.all("read_watched_file"))
    .toMatchObject([{ folder: 4, path: "safe/a.pdf", password: "secret" }]);
});

test("how the reading of a folder ended stands with the folder alone", async () => {
  const vault = makeCollection({ id: 9, kind: "vault", key: "My files", title: "My files" });
  const read = makeJob({ id: 4, collection: 9, kind: "read_folder", state: "done", failed: 1 });
  const { host, say } = await openVault({
    status: () => makeStatus({ collections: [vault] }),
    list_jobs: () => ({ kind: "jobs", jobs: [read] }),
    report_job: () => ({ kind: "job_report", job: read, items: [makeItem("b.docx", { state: "failed" })] }),
  });
  say(makeFolder({ vault: "My files", failed: 1, problems: [makeItem("b.docx", { state: "failed" })] }));
  await shown().toContain("1 file could not be read, and why");
  await expect.poll(() => host.all("report_job").length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 60)); // whatever its answer changes has been drawn
  expect(document.querySelector("[data-testid=job]")).toBeNull();
});
