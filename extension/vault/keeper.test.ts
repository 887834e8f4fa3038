// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import type { KeptView } from "../contract";
import { Reader } from "../page/reader";
import { Videos } from "../page/videos";
import { clientOf, FakeHost, healthy, makeDocument, makeOpened } from "../testing/fake-host";
import { CAPTURE } from "../testing/panel";
import { NO_PAGE } from "../testing/video-page";
import { Keeper } from "./keeper";

const URL = CAPTURE.url;
const PAGE = { kind: "page", tab: 3, url: URL } as const;
const VIDEO = { kind: "video", tab: 4, url: "https://youtu.be/Lrk5pur0001", video: "Lrk5pur0001" } as const;
const KEPT: KeptView = { vault: "papers", document: makeDocument({ url: URL }), changed: null };

function keeperWith(handlers: ConstructorParameters<typeof FakeHost>[0] = {}) {
  const host = new FakeHost({ ...healthy(), find_kept: () => ({ kind: "kept", kept: [KEPT] }), ...handlers });
  const client = clientOf(host);
  const reader = new Reader(client, async () => CAPTURE, new Videos(client, NO_PAGE, []));
  const changed = vi.fn();
  const canonical = vi.fn(async () => "https://docs.example/the-kettle");
  return { host, changed, canonical, keeper: new Keeper(client, reader, canonical, changed) };
}

test("a page is looked for by its address and by what it calls itself", async () => {
  const { host, keeper } = keeperWith();
  await keeper.look(PAGE);
  expect(host.last("find_kept")).toMatchObject({
    address: URL,
    canonical: "https://docs.example/the-kettle",
  });
  expect(keeper.keeping.value).toMatchObject({ url: URL, kept: [{ vault: "papers" }] });
});

test("a page goes into the vault that was chosen, and the end is told in words", async () => {
  const { host, changed, keeper } = keeperWith({ open_page: () => makeOpened({ notices: ["It was cut."] }) });
  await keeper.look(PAGE);
  await keeper.keep(PAGE, "papers");
  expect(host.last("open_page").vault).toBe("papers");
  expect(keeper.keeping.value).toMatchObject({ note: "Added. It was cut.", stage: "", error: null });
  expect(changed).toHaveBeenCalled();
});

test("to add it again reads it again", async () => {
  const { host, keeper } = keeperWith({ open_page: () => makeOpened({ state: "unchanged" }) });
  await keeper.look(PAGE);
  await keeper.keep(PAGE, "papers");
  await keeper.keep(PAGE, "papers");
  expect(host.all("open_page")).toHaveLength(2);
  expect(keeper.keeping.value?.note).toBe("It is there already, just as it is now.");
});

test("a video goes there with its transcript", async () => {
  const { host, keeper } = keeperWith({ open_video: () => makeOpened({}) });
  await keeper.look(VIDEO);
  await keeper.keep(VIDEO, "talks");
  expect(host.last("open_video")).toMatchObject({ video: "Lrk5pur0001", vault: "talks" });
});

test("what goes wrong is said, and may be tried again", async () => {
  const { keeper } = keeperWith({
    open_page: ({ id }, self) => void self.fail(id, "no_text", "It has no text."),
  });
  await keeper.look(PAGE);
  await keeper.keep(PAGE, "papers");
  expect(keeper.keeping.value).toMatchObject({ stage: "", error: { message: "It has no text." } });
});

test("it can be stopped, and that is no error", async () => {
  const { host, keeper } = keeperWith({ open_page: () => undefined });
  await keeper.look(PAGE);
  const ended = keeper.keep(PAGE, "papers");
  await expect.poll(() => host.all("open_page").length).toBe(1);
  keeper.stop();
  await ended;
  expect(keeper.keeping.value).toMatchObject({ stage: "", error: null, note: "" });
});

test("what becomes of a page is not said of the next one", async () => {
  const { host, keeper } = keeperWith({ open_page: () => undefined });
  await keeper.look(PAGE);
  const ended = keeper.keep(PAGE, "papers");
  await expect.poll(() => host.all("open_page").length).toBe(1);
  await keeper.look(VIDEO);
  host.done(host.last("open_page").id, makeOpened({}));
  await expect.poll(() => keeper.keeping.value?.note).toBe("");
  await keeper.look(VIDEO);
  await ended;
  expect(keeper.keeping.value?.note).toBe("");
});

test("without a connection nothing is claimed", async () => {
  const { keeper } = keeperWith({ find_kept: ({ id }, self) => void self.fail(id, "internal") });
  await keeper.look(PAGE);
  expect(keeper.keeping.value).toMatchObject({ kept: [] });
});
