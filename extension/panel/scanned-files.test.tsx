// @vitest-environment jsdom
import { expect, test } from "vitest";
import { FakeHost, healthy, makeCollection, makeItem, makeJob, makeStatus } from "../testing/fake-host";
import { find, openPanel } from "../testing/panel";

const VAULT = makeCollection({ id: 9, kind: "vault", key: "boat", title: "boat", documents: 1 });
const JOB = makeJob({ id: 5, kind: "add_files", collection: 9, title: "boat", state: "running", total: 2 });
const shown = () => expect.poll(() => document.body.textContent);

/** The vault with a job that has just ended with two scans. */
async function openVault(languages: readonly string[]): Promise<FakeHost> {
  const host = new FakeHost({
    ...healthy(),
    status: () => makeStatus({ collections: [VAULT], ocr_languages: languages }),
    list_jobs: () => ({ kind: "jobs", jobs: [JOB] }),
    retry_file: () => ({ kind: "job_started", job: { ...JOB, id: 6, state: "queued", total: 1 } }),
  });
  openPanel(host);
  await shown().toContain("Ask about this page");
  find("[role=tab]", "Vault").click();
  await expect.poll(() => host.all("watch_job").length).toBe(1);
  const items = ["a.pdf", "b.pdf"].map((path) => makeItem(path, { state: "failed", code: "needs_ocr" }));
  host.done(host.last("watch_job").id, {
    kind: "job_report",
    job: { ...JOB, state: "done", failed: 2 },
    items,
  });
  await shown().toContain("2 files are pictures of their text.");
  return host;
}

test("scans are read by text recognition when the person says so", async () => {
  const host = await openVault(["eng", "deu"]);
  expect(host.all("retry_file")).toEqual([]);
  find("button", "Read them by OCR").click();
  await expect.poll(() => host.all("retry_file").length).toBe(2);
  expect(host.all("retry_file")).toMatchObject([
    { job: 5, path: "a.pdf", ocr: ["eng", "deu"] },
    { job: 5, path: "b.pdf", ocr: ["eng", "deu"] },
  ]);
});

test("without Tesseract the panel says what it takes", async () => {
  await openVault([]);
  expect(document.body.textContent).toContain("With Tesseract installed");
  expect([...document.querySelectorAll("button")].map((button) => button.textContent)).not.toContain(
    "Read them by OCR",
  );
});
