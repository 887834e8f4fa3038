import { expect, test, vi } from "vitest";
import { clientOf, FakeHost, healthy, makeCollection, makeOpened } from "../testing/fake-host";
import type { Capture } from "./capture";
import { NO_PAGE } from "../testing/video-page";
import { Reader, type CaptureTab, type OpenOptions } from "./reader";
import { Videos } from "./videos";

const page = { tab: 3, url: "https://a.example/x" };

function makeCapture(change: Partial<Capture> = {}): Capture {
  return {
    url: page.url,
    title: "X",
    language: "en",
    canonical: "",
    selection: "",
    mediaType: "text/html",
    sitemaps: [],
    html: "<html>one</html>",
    text: "one",
    file: "",
    ...change,
  };
}

function readerOf(host: FakeHost, capture: CaptureTab): Reader {
  const client = clientOf(host);
  return new Reader(client, capture, new Videos(client, NO_PAGE, []));
}

function options(): OpenOptions {
  return { signal: new AbortController().signal, onStage: vi.fn() };
}

test("a page is captured, uploaded and opened", async () => {
  const host = new FakeHost(healthy());
  const reader = readerOf(host, async () => makeCapture({ selection: "one" }));
  const opened = await reader.openPage(page, options());
  expect(opened.collection.id).toBe(7);
  expect(host.last("open_page").page).toEqual({
    url: page.url,
    title: "X",
    language: "en",
    canonical: "",
    selection: "one",
    media_type: "text/html",
    upload: "upload-1",
  });
});

test("a follow-up on the same content uploads nothing and repeats no notice", async () => {
  const host = new FakeHost({
    ...healthy(),
    open_page: () => makeOpened({ collection: makeCollection({}), notices: ["Short."] }),
  });
  const reader = readerOf(host, async () => makeCapture());
  expect((await reader.openPage(page, options())).notices).toEqual(["Short."]);
  expect((await reader.openPage(page, options())).notices).toEqual([]);
  expect(host.all("open_page")).toHaveLength(1);
});

test.each([
  ["other text", makeCapture({ text: "two" })],
  ["another selection", makeCapture({ selection: "one" })],
])("%s is opened anew", async (_name, second) => {
  const host = new FakeHost(healthy());
  const captures = [makeCapture(), second];
  const reader = readerOf(host, async () => captures.shift() ?? second);
  await reader.openPage(page, options());
  await reader.openPage(page, options());
  expect(host.all("open_page")).toHaveLength(2);
});

test("what was read in a tab that has moved on is never used for the page that was asked about", async () => {
  const host = new FakeHost(healthy());
  const reader = readerOf(host, async () => makeCapture({ url: "https://a.example/other" }));
  await expect(reader.openPage(page, options())).rejects.toMatchObject({ code: "not_allowed" });
  expect(host.sent).toEqual([]);
});

test.each([
  ["encrypted", "Save the file and add it to a vault: there Ambry asks for its password."],
  ["needs_ocr", "Save the file and add it to a vault: there its text can be recognised."],
  ["no_text", "Wait until the page shows its text, then ask again."],
  ["damaged", "Save it again."],
] as const)("a page in view that is %s says what can be done from there", async (code, nextStep) => {
  const host = new FakeHost({
    ...healthy(),
    open_page: ({ id }, self) => void self.fail(id, code, "It cannot be read.", "Save it again."),
  });
  await expect(readerOf(host, async () => makeCapture()).openPage(page, options())).rejects.toMatchObject({
    code,
    message: "It cannot be read.",
    nextStep,
  });
});

test("a file's bytes are uploaded as they are", async () => {
  const host = new FakeHost(healthy());
  const capture = makeCapture({ file: btoa("%PDF"), mediaType: "application/pdf", html: "", text: "" });
  await readerOf(host, async () => capture).openPage(page, options());
  expect(host.last("begin_upload").size).toBe(4);
  expect(host.last("upload_piece").data).toBe(btoa("%PDF"));
  expect(host.last("open_page").page.media_type).toBe("application/pdf");
});

test("a document that lets no script in is fetched by the host", async () => {
  const host = new FakeHost({
    open_url: () => makeOpened({ collection: makeCollection({ id: 9 }), notices: [] }),
  });
  const opened = await readerOf(host, async () => null).openPage(page, options());
  expect(host.last("open_url").url).toBe(page.url);
  expect(opened.collection.id).toBe(9);
});

test("a video is opened once, until the engine has forgotten it", async () => {
  const host = new FakeHost({
    open_video: () => makeOpened({ collection: makeCollection({ id: 8 }), notices: [] }),
  });
  const reader = readerOf(host, async () => null);
  await reader.openVideo({ video: "dQw4w9WgXcQ", tab: 3 }, options());
  await reader.openVideo({ video: "dQw4w9WgXcQ", tab: 3 }, options());
  expect(host.all("open_video")).toHaveLength(1);
  reader.forget(8);
  await reader.openVideo({ video: "dQw4w9WgXcQ", tab: 3 }, options());
  expect(host.all("open_video")).toHaveLength(2);
});

test("the engine's progress is told", async () => {
  const host = new FakeHost({
    ...healthy(),
    open_page: ({ id }, self) => {
      self.event({ type: "progress", id, stage: "Embedding", completed: 1, total: 2 });
      return makeOpened({ collection: makeCollection({}), notices: [] });
    },
  });
  const told = options();
  await readerOf(host, async () => makeCapture()).openPage(page, told);
  expect(vi.mocked(told.onStage).mock.calls.map(([stage]) => stage)).toEqual([
    "Reading the page",
    "Handing the page over",
    "Embedding",
  ]);
});
