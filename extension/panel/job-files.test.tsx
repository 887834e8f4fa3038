// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { JobFileView } from "../contract";
import { FakeHost, healthy, makeCollection, makeJob, makeStatus, NOTHING } from "../testing/fake-host";
import { find, openPanel } from "../testing/panel";

const VAULT = makeCollection({ id: 9, kind: "vault", key: "papers", title: "papers", documents: 2 });
const JOB = makeJob({ id: 4, collection: 9, kind: "add_files", title: "papers", total: 70, indexed: 3 });
const shown = () => expect.poll(() => document.body.textContent);
const rows = () => [...document.querySelectorAll("[data-testid=job-files] li")].map((row) => row.textContent);

async function openVault() {
  const host = new FakeHost({
    ...healthy(),
    status: () => makeStatus({ collections: [VAULT] }),
    list_jobs: () => ({ kind: "jobs", jobs: [JOB] }),
    leave_out_file: () => NOTHING,
  });
  openPanel(host);
  await shown().toContain("Ask about this page");
  find("[role=tab]", "Vault").click();
  await expect.poll(() => host.all("watch_job").length).toBe(1);
  const { id } = host.last("watch_job");
  const say = (...files: JobFileView[]) => host.event({ type: "job", id, job: JOB, files });
  return {
    host,
    say,
    end: () => host.done(id, { kind: "job_report", job: { ...JOB, state: "done" }, items: [] }),
  };
}

test("files that are being added are listed, and each can be taken out unless it is too late", async () => {
  const { host, say, end } = await openVault();
  say(
    { path: "a.pdf", state: "indexing" },
    { path: "b.pdf", state: "reading" },
    { path: "c.pdf", state: "waiting" },
  );
  await expect.poll(rows).toEqual(["a.pdfindexing", "b.pdfreadingCancel", "c.pdfwaitingCancel"]);
  await shown().toContain("and 64 more");
  find("[aria-label='Cancel b.pdf']").click();
  await expect.poll(() => host.all("leave_out_file")).toMatchObject([{ job: 4, path: "b.pdf" }]);
  say({ path: "c.pdf", state: "reading" });
  await expect.poll(rows).toEqual(["c.pdfreadingCancel"]);
  end();
  await expect.poll(rows).toEqual([]);
});
