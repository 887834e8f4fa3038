import { expect, test, vi } from "vitest";
import type { Capture } from "../page/capture";
import { clientOf, FakeHost, NOTHING } from "../testing/fake-host";
import { EngineError } from "../engine/errors";
import type { LoadPage } from "./load-page";
import { Renderer } from "./renderer";

const HOST = "intranet.example";
const hosts = (...names: string[]) => new Set(names);

function page(url: string): Capture {
  const rest = {
    title: "",
    language: "",
    canonical: "",
    selection: "",
    mediaType: "text/html",
    text: "",
    file: "",
  };
  return { url, html: `<p>${url}</p>`, sitemaps: [], ...rest };
}

function start(load: LoadPage) {
  const host = new FakeHost({
    begin_upload: () => ({ kind: "upload", upload: "upload-1" }),
    upload_piece: () => NOTHING,
    rendered: () => NOTHING,
    cancel: () => NOTHING,
  });
  const renderer = new Renderer(clientOf(host), load);
  const ask = (render: string, url: string) =>
    host.event({ type: "render", id: host.last("offer_rendering").id, render, url });
  return { host, renderer, ask };
}

test("without leave nothing is offered", () => {
  const { host, renderer } = start(async (url) => page(url));
  renderer.serve(hosts());
  expect(host.sent).toEqual([]);
});

test("a page is loaded and handed over", async () => {
  const { host, renderer, ask } = start(async (url) => page(`${url}?seen`));
  renderer.serve(hosts(HOST));
  expect(host.last("offer_rendering").site).toBe(HOST);
  ask("r1", `https://${HOST}/a`);
  await expect.poll(() => host.all("rendered").length).toBe(1);
  expect(host.last("rendered")).toMatchObject({
    render: "r1",
    url: `https://${HOST}/a?seen`,
    upload: "upload-1",
  });
  expect(atob(host.last("upload_piece").data)).toBe(`<p>https://${HOST}/a?seen</p>`);
});

test("one page is loaded at a time, and each is said", async () => {
  const finish: (() => void)[] = [];
  const load = vi.fn<LoadPage>((url) => new Promise((resolve) => finish.push(() => resolve(page(url)))));
  const { host, renderer, ask } = start(load);
  renderer.serve(hosts(HOST));
  ask("r1", `https://${HOST}/a`);
  ask("r2", `https://${HOST}/b`);
  await expect.poll(() => renderer.opening.value).toBe(`https://${HOST}/a`);
  expect(load).toHaveBeenCalledOnce();
  finish[0]!();
  await expect.poll(() => renderer.opening.value).toBe(`https://${HOST}/b`);
  finish[1]!();
  await expect.poll(() => host.all("rendered").map(({ render }) => render)).toEqual(["r1", "r2"]);
  expect(renderer.opening.value).toBeNull();
});

test("what went wrong is reported, and the next page is loaded all the same", async () => {
  const { host, renderer, ask } = start(async (url) => {
    if (url.endsWith("/a")) throw new EngineError("not_allowed", "The tab was closed.");
    return page(url);
  });
  renderer.serve(hosts(HOST));
  ask("r1", `https://${HOST}/a`);
  ask("r2", `https://${HOST}/b`);
  await expect.poll(() => host.all("rendered").length).toBe(2);
  expect(host.all("rendered")[0]).toMatchObject({ render: "r1", problem: "The tab was closed." });
  expect(host.all("rendered")[1]).toMatchObject({ render: "r2", upload: "upload-1" });
});

test("leave that is taken back ends the offer, what is loading and what waits", async () => {
  const signals: AbortSignal[] = [];
  const { host, renderer, ask } = start(
    (_url, _host, signal) =>
      new Promise((_resolve, reject) => {
        signals.push(signal);
        signal.addEventListener("abort", () => reject(new EngineError("not_allowed", "Stopped.")));
      }),
  );
  renderer.serve(hosts(HOST));
  ask("r1", `https://${HOST}/a`);
  ask("r2", `https://${HOST}/b`);
  await expect.poll(() => signals.length).toBe(1);
  renderer.serve(hosts());
  await expect.poll(() => renderer.opening.value).toBeNull();
  expect(signals).toHaveLength(1);
  expect(host.all("cancel")[0]?.target).toBe(host.last("offer_rendering").id);
  expect(host.all("rendered")).toEqual([]);
});

test("an offer stands once, and is made again after the connection was lost", async () => {
  const { host, renderer } = start(async (url) => page(url));
  renderer.serve(hosts(HOST));
  renderer.serve(hosts(HOST));
  expect(host.all("offer_rendering")).toHaveLength(1);
  host.fail(host.last("offer_rendering").id, "internal");
  await Promise.resolve();
  await expect.poll(() => (renderer.serve(hosts(HOST)), host.all("offer_rendering").length)).toBe(2);
});

test("leave that is taken back and given again at once is an offer again", () => {
  const { host, renderer } = start(async (url) => page(url));
  renderer.serve(hosts(HOST));
  renderer.serve(hosts());
  renderer.serve(hosts(HOST));
  expect(host.all("offer_rendering")).toHaveLength(2);
});
