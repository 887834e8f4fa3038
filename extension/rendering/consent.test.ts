import { expect, test } from "vitest";
import { Consent } from "./consent";

function fake(granted: string[] = [], kept: string[] = []) {
  const browser = new Set(granted);
  const memory = { hosts: kept };
  const consent = new Consent(
    {
      has: async (hostname) => browser.has(hostname),
      ask: async (hostname) => hostname !== "refused.example" && browser.add(hostname) !== undefined,
      drop: async (hostname) => void browser.delete(hostname),
    },
    { read: () => memory.hosts, write: (hosts) => (memory.hosts = hosts) },
  );
  return { consent, browser, memory };
}

const allowed = ({ consent }: { consent: Consent }) => [...consent.hosts.value];

test("a site that was allowed once is known the next time", async () => {
  const first = fake();
  await first.consent.ask("a.example");
  expect(allowed(first)).toEqual(["a.example"]);
  const next = fake(["a.example"], first.memory.hosts);
  await next.consent.load();
  expect(allowed(next)).toEqual(["a.example"]);
});

test("a no is a no", async () => {
  const it = fake();
  await it.consent.ask("refused.example");
  expect(allowed(it)).toEqual([]);
  expect(it.memory.hosts).toEqual([]);
});

test("leave to read the pages in view is no leave to open pages", async () => {
  const it = fake(["a.example"]);
  await it.consent.load();
  expect(allowed(it)).toEqual([]);
});

test("what the browser's own settings took away is forgotten, and does not come back by itself", async () => {
  const it = fake([], ["a.example"]);
  await it.consent.load();
  expect(allowed(it)).toEqual([]);
  it.browser.add("a.example");
  await it.consent.load();
  expect(allowed(it)).toEqual([]);
});

test("taking it back takes the browser's permission as well", async () => {
  const it = fake(["a.example"], ["a.example"]);
  await it.consent.load();
  await it.consent.revoke("a.example");
  expect(allowed(it)).toEqual([]);
  expect([...it.browser]).toEqual([]);
});

test("another site at the same host, of which the browser tells no ports apart, keeps its permission", async () => {
  const it = fake(["a.example"], ["a.example:8000", "a.example"]);
  await it.consent.load();
  await it.consent.revoke("a.example");
  expect(allowed(it)).toEqual(["a.example:8000"]);
  expect([...it.browser]).toEqual(["a.example"]);
});

test("what is allowed while the browser is asked about the others is not lost", async () => {
  const it = fake(["a.example"], ["a.example"]);
  const loading = it.consent.load();
  await it.consent.ask("b.example");
  await loading;
  expect(allowed(it).sort()).toEqual(["a.example", "b.example"]);
});
