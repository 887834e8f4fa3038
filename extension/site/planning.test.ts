import { expect, test } from "vitest";
import { Jobs } from "../jobs/jobs";
import { clientOf, FakeHost, makeJob, makePlan } from "../testing/fake-host";
import { Planning, type Plan } from "./planning";
import { Sites } from "./sites";

const PLACE = { tab: 3, url: "https://docs.example/docs/intro" };

function start(handlers: ConstructorParameters<typeof FakeHost>[0] = {}) {
  const host = new FakeHost({
    cancel: () => ({ kind: "nothing" }),
    index_site: () => ({ kind: "job_started", job: makeJob() }),
    ...handlers,
  });
  const client = clientOf(host);
  const sites = new Sites(client, new Jobs(client, () => undefined), async () =>
    Promise.reject(new Error("no")),
  );
  return { host, sites, planning: new Planning(sites) };
}

const ready = (planning: Planning) => planning.state.value as Plan;

test("a page that names no sitemaps, or lets nobody look, is planned all the same", async () => {
  const { host, planning } = start({ plan_site: () => makePlan({}) });
  await planning.look(PLACE, null);
  expect(host.last("plan_site").sitemaps).toEqual([]);
  expect(ready(planning)).toMatchObject({
    kind: "ready",
    excluded: new Set(),
    limits: { pages: 500, depth: 3 },
  });
});

test("only the newest search counts", async () => {
  const { host, planning } = start();
  const first = planning.look(PLACE, null);
  await expect.poll(() => host.all("plan_site").length).toBe(1);
  const old = host.last("plan_site").id;
  const second = planning.look(PLACE, "/docs");
  await expect.poll(() => host.all("plan_site").length).toBe(2);
  host.done(old, makePlan({}));
  host.done(host.last("plan_site").id, makePlan({ prefix: "/docs" }));
  await Promise.all([first, second]);
  expect(ready(planning).plan.prefix).toBe("/docs");
  expect(host.all("cancel").map(({ target }) => target)).toEqual([old]);
});

test("limits stay when another path is planned, sections do not", async () => {
  const { planning } = start({ plan_site: () => makePlan({}) });
  await planning.look(PLACE, null);
  planning.limit({ pages: 10 });
  planning.toggle(ready(planning).sections[0]!);
  await planning.look(PLACE, "/docs");
  expect(ready(planning)).toMatchObject({ excluded: new Set(), limits: { pages: 10, depth: 3 } });
});

test("a search that is called off leaves nothing", async () => {
  const { host, planning } = start();
  const looking = planning.look(PLACE, null);
  await expect.poll(() => host.all("plan_site").length).toBe(1);
  planning.clear();
  await looking;
  expect(planning.state.value).toEqual({ kind: "none" });
  planning.limit({ pages: 1 });
  expect(planning.state.value).toEqual({ kind: "none" });
});

test("a search and its failure belong to one page", async () => {
  const { host, planning } = start();
  expect(planning.covers(PLACE.url)).toBe(false);
  const looking = planning.look(PLACE, null);
  expect(planning.covers(PLACE.url)).toBe(true);
  expect(planning.covers("https://other.example/")).toBe(false);
  await expect.poll(() => host.all("plan_site").length).toBe(1);
  host.fail(host.last("plan_site").id, "unreachable", "Nobody answers.");
  await looking;
  expect(planning.state.value).toMatchObject({ kind: "failed", error: { message: "Nobody answers." } });
  expect(planning.covers(PLACE.url)).toBe(true);
});
