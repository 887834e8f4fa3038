// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { JobItemView } from "../contract";
import { FakeHost, healthy, makeCollection, makeDocument, makeJob, makeStatus } from "../testing/fake-host";
import { find, openPanel, type } from "../testing/panel";

const VAULT = makeCollection({ id: 9, kind: "vault", key: "papers", title: "papers", documents: 2 });
const LOCKED: JobItemView = {
  uri: "a.pdf",
  state: "failed",
  reason: "It is locked. Give its password.",
  code: "encrypted",
  again: false,
};
const shown = () => expect.poll(() => document.body.textContent);

function open(
  item: JobItemView,
  handlers: ConstructorParameters<typeof FakeHost>[0] = {},
  languages: string[] = [],
) {
  const job = makeJob({ id: 4, collection: 9, kind: "add_files", state: "done", failed: 1 });
  const host = new FakeHost({
    ...healthy(),
    status: () => makeStatus({ collections: [VAULT], ocr_languages: languages }),
    list_documents: () => ({
      kind: "documents",
      documents: [makeDocument({ name: "guides/a.md", folder: "guides/" })],
    }),
    list_jobs: () => ({ kind: "jobs", jobs: [job] }),
    report_job: () => ({ kind: "job_report", job, items: [item] }),
    retry_file: () => ({ kind: "job_started", job: makeJob({ id: 5, collection: 9, kind: "add_files" }) }),
    ...handlers,
  });
  return { host, ...openPanel(host) };
}

async function openVault() {
  await shown().toContain("Ask about this page");
  find("[role=tab]", "Vault").click();
}

function give(password: string) {
  const field = find<HTMLInputElement>("input[type=password]");
  field.value = password;
  find<HTMLFormElement>("[data-testid=unfinished] form").requestSubmit();
  return field;
}

test("a locked file asks for its password, uses it once and forgets it", async () => {
  const { host } = open(LOCKED);
  await openVault();
  await shown().toContain("a.pdf: It is locked.");
  give("");
  expect(host.all("retry_file")).toEqual([]);
  const field = give("secret");
  expect(field.value).toBe("");
  await expect
    .poll(() => host.all("retry_file"))
    .toMatchObject([{ job: 4, path: "a.pdf", password: "secret" }]);
  await shown().toContain("Trying a.pdf…");
});

test("after a wrong password it says so and asks again", async () => {
  const wrong = { ...LOCKED, reason: "The password does not open it." };
  const job = makeJob({ id: 5, collection: 9, kind: "add_files", state: "done", failed: 1 });
  open(LOCKED, { watch_job: () => ({ kind: "job_report", job, items: [wrong] }) });
  await openVault();
  await shown().toContain("a.pdf: It is locked.");
  give("guess");
  await shown().toContain("a.pdf: The password does not open it.");
  expect(find<HTMLInputElement>("input[type=password]").value).toBe("");
});

test("a file of pictures is recognised only when the person says so, where that can be done", async () => {
  const picture = { ...LOCKED, code: "needs_ocr", reason: "It has no text layer." };
  const { host } = open(picture, {}, ["eng", "deu"]);
  await openVault();
  await shown().toContain("a.pdf: It has no text layer.");
  find("[data-testid=unfinished] button", "Recognise its text").click();
  await expect.poll(() => host.all("retry_file")).toMatchObject([{ path: "a.pdf", ocr: ["eng", "deu"] }]);
});

test("several files of pictures can be recognised with one press", async () => {
  const pictures = ["a.pdf", "b.pdf"].map((uri) => ({ ...LOCKED, uri, code: "needs_ocr" }));
  const job = makeJob({ id: 4, collection: 9, kind: "add_files", state: "done", failed: 2 });
  const report_job = () => ({ kind: "job_report" as const, job, items: pictures });
  const { host } = open(LOCKED, { report_job }, ["eng"]);
  await openVault();
  await shown().toContain("Recognise the text of all 2");
  find("[data-testid=unfinished] button", "Recognise the text of all 2").click();
  await expect.poll(() => host.all("retry_file")).toMatchObject([{ path: "a.pdf", ocr: ["eng"] }]);
});

test("where text cannot be recognised it is said what to install", async () => {
  open({ ...LOCKED, code: "needs_ocr" });
  await openVault();
  await shown().toContain("Install Tesseract");
});

test("more than a few that wait are named in one line, and listed on request", async () => {
  const files = ["a.pdf", "b.pdf", "c.pdf", "d.pdf"].map((uri) => ({ ...LOCKED, uri }));
  const job = makeJob({ id: 4, collection: 9, kind: "add_files", state: "done", failed: 4 });
  open(LOCKED, { report_job: () => ({ kind: "job_report", job, items: files }) });
  await openVault();
  await shown().toContain("4 files wait for a password");
  expect(find<HTMLDetailsElement>("[data-testid=unfinished] details").open).toBe(false);
  expect(document.querySelectorAll("[data-testid=unfinished] input[type=password]").length).toBe(4);
});

test("a folder of the vault can be asked about by itself", async () => {
  const { host } = open(LOCKED);
  await openVault();
  await shown().toContain("Folder");
  const choice = find<HTMLSelectElement>(".folder-choice select");
  choice.value = "guides/";
  choice.dispatchEvent(new Event("change", { bubbles: true }));
  await expect
    .poll(() => find<HTMLTextAreaElement>("textarea").placeholder)
    .toBe("Ask about papers › guides/");
  type("How?");
  await expect.poll(() => host.all("ask")).toMatchObject([{ collection: 9, folder: "guides/" }]);
});
