// @vitest-environment jsdom
import { expect, test } from "vitest";
import { FakeHost, healthy, makeCollection, makeJob, makeStatus } from "../testing/fake-host";
import { find, openPanel } from "../testing/panel";

const REASON = "It was indexed with old; the model in use is new.";
const VAULT = makeCollection({ id: 9, kind: "vault", key: "boat", title: "boat", documents: 3 });
const shown = () => expect.poll(() => document.body.textContent);

test("an outdated index says why, is made anew on demand, and is then as it should be", async () => {
  let outdated = REASON;
  const job = makeJob({ id: 5, kind: "reindex", collection: 9, title: "boat", state: "running", total: 3 });
  const host = new FakeHost({
    ...healthy(),
    status: () => makeStatus({ collections: [{ ...VAULT, outdated }] }),
    reindex: () => ({ kind: "job_started", job }),
  });
  openPanel(host);
  await shown().toContain("Ask about this page");
  find("[role=tab]", "Vault").click();
  await shown().toContain(REASON);
  find("button", "Index anew").click();
  await expect.poll(() => host.all("watch_job").length).toBe(1);
  expect(host.last("reindex")).toMatchObject({ collection: 9 });
  const { id } = host.last("watch_job");
  host.event({ type: "job", id, job: { ...job, indexed: 1 }, files: [] });
  await shown().toContain("1 of 3");
  expect(find<HTMLButtonElement>("button", "Index anew").disabled).toBe(true);
  outdated = "";
  host.done(id, { kind: "job_report", job: { ...job, state: "done", indexed: 3 }, items: [] });
  await shown().not.toContain(REASON);
});

test("without a whole model the panel says what to do", async () => {
  const told = { message: "It is not whole.", next_step: "Copy it again.", log_reference: "" };
  const problem = { code: "model_missing" as const, ...told };
  const host = new FakeHost({ ...healthy(), status: () => makeStatus({ model: "", problem }) });
  openPanel(host);
  await shown().toContain("Copy it again.");
});
