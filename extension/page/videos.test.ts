import { expect, test, vi } from "vitest";
import type { ErrorCode, WatchedTranscript } from "../contract";
import { fromBase64 } from "../engine/base64";
import { EngineError } from "../engine/errors";
import { clientOf, FakeHost, healthy, makeCollection, makeOpened } from "../testing/fake-host";
import { makeFacts } from "../testing/video-page";
import type { VideoFacts } from "./video-facts";
import { Videos } from "./videos";

const VIDEO = "dQw4w9WgXcQ";
const VIEW = { video: VIDEO, tab: 3 };
const TRACK = {
  url: `https://www.youtube.com/api/timedtext?v=${VIDEO}&lang=de`,
  language: "de",
  label: "German",
  automatic: true,
};
const SAID = JSON.stringify({ events: [{ tStartMs: 400, segs: [{ utf8: "Hallo." }] }] });

/** An engine that YouTube refuses, and that takes what was read in the page. */
function refusedHost(code: ErrorCode = "transcript_blocked"): FakeHost {
  return new FakeHost({
    ...healthy(),
    open_video: (request, host) => {
      if ("transcript" in request) {
        return makeOpened({ collection: makeCollection({ id: 8 }), notices: [] });
      }
      host.fail(request.id, code, "YouTube takes this computer for a bot.", "Try later.");
      return undefined;
    },
  });
}

function open(host: FakeHost, facts: VideoFacts | null, fetch = async (_tab: number, _path: string) => SAID) {
  const page = { facts: vi.fn(async () => facts), fetch: vi.fn(fetch) };
  const onStage = vi.fn();
  const videos = new Videos(clientOf(host), page, ["de-AT", "en", "not a language!"]);
  const opened = videos.open(VIEW, { signal: new AbortController().signal, onStage });
  return { opened, page, onStage };
}

function uploaded(host: FakeHost): WatchedTranscript {
  return JSON.parse(
    new TextDecoder().decode(fromBase64(host.last("upload_piece").data)),
  ) as WatchedTranscript;
}

test("the engine is asked first, in the languages of the person", async () => {
  const host = new FakeHost({
    open_video: () => makeOpened({ collection: makeCollection({ id: 8 }), notices: [] }),
  });
  const { opened, page } = open(host, null);
  expect((await opened).collection.id).toBe(8);
  expect(host.last("open_video")).toMatchObject({ video: VIDEO, languages: ["de-AT", "en"] });
  expect(page.facts).not.toHaveBeenCalled();
});

test.each([
  "transcript_blocked",
  "age_restricted",
  "video_unavailable",
  "no_transcript",
  "unreachable",
  "http_status",
] as const)("after %s the transcript is read in the page, and handed over", async (code) => {
  const host = refusedHost(code);
  const chapters = [{ start: 0, title: "Anfang" }];
  const { opened, page, onStage } = open(
    host,
    makeFacts({ tracks: [TRACK], chapters, description: "Ein Vortrag" }),
  );
  expect((await opened).collection.id).toBe(8);
  expect(page.facts).toHaveBeenCalledWith(3, VIDEO);
  expect(page.fetch).toHaveBeenCalledWith(3, `/api/timedtext?v=${VIDEO}&lang=de&fmt=json3`);
  expect(host.last("open_video")).toMatchObject({ video: VIDEO, transcript: "upload-1" });
  expect(uploaded(host)).toEqual({
    video: VIDEO,
    translated: false,
    tracks: [{ language: "de", label: "German", automatic: true }],
    translations: [],
    title: "A talk",
    description: "Ein Vortrag",
    chapters,
    language: "de",
    label: "German",
    automatic: true,
    segments: [{ start: 0.4, text: "Hallo." }],
  });
  expect(onStage.mock.calls.flat()).toEqual([
    "Fetching the transcript",
    "Reading the transcript in the page",
  ]);
});

test("an empty answer is asked for once more with what the player showed, then the open transcript serves", async () => {
  const host = refusedHost();
  const requested = [`${TRACK.url}&pot=proof`];
  const panel = [{ clock: "0:04", text: "Servus." }];
  const { opened, page } = open(host, makeFacts({ tracks: [TRACK], requested, panel }), async () => "");
  await opened;
  expect(page.fetch).toHaveBeenCalledTimes(2);
  expect(uploaded(host)).toMatchObject({
    language: "",
    label: "",
    segments: [{ start: 4, text: "Servus." }],
  });
});

test.each([
  [null, "does not show this video either", "Open the video"],
  [makeFacts(), "has no captions of it either", "If there is a transcript"],
  [makeFacts({ tracks: [TRACK] }), "did not get them either", "Turn the captions on"],
])("when the page has none as well, both reasons are told", async (facts, words, next) => {
  const host = refusedHost();
  const { opened } = open(host, facts, async () => "");
  const error: unknown = await opened.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "transcript_blocked" });
  expect((error as EngineError).message).toContain("YouTube takes this computer for a bot. The page");
  expect((error as EngineError).message).toContain(words);
  expect((error as EngineError).nextStep).toContain(next);
  expect(host.all("open_video")).toHaveLength(1);
});

test("any other failure is no reason to look into the page", async () => {
  const { opened, page } = open(refusedHost("disk_full"), makeFacts({ tracks: [TRACK] }));
  await expect(opened).rejects.toMatchObject({ code: "disk_full" });
  expect(page.facts).not.toHaveBeenCalled();
});

test("a translation is asked of the page too, and called one", async () => {
  const host = refusedHost();
  const translations = [{ language: "fr", label: "French" }];
  const page = {
    facts: vi.fn(async () => makeFacts({ tracks: [TRACK], translations })),
    fetch: vi.fn(async () => SAID),
  };
  const videos = new Videos(clientOf(host), page, []);
  videos.choose(VIDEO, "", "fr");
  await videos.open(VIEW, { signal: new AbortController().signal, onStage: () => undefined });
  expect(host.all("open_video")[0]).toMatchObject({ translate_to: "fr" });
  expect(page.fetch).toHaveBeenCalledWith(3, expect.stringContaining("tlang=fr"));
  expect(uploaded(host)).toMatchObject({
    language: "fr",
    label: "French",
    translated: true,
    translations: [{}],
  });
});

test("captions in the language are better than a translation of others", async () => {
  const host = refusedHost();
  const page = { facts: vi.fn(async () => makeFacts({ tracks: [TRACK] })), fetch: vi.fn(async () => SAID) };
  const videos = new Videos(clientOf(host), page, ["en"]);
  videos.choose(VIDEO, "", "de-CH");
  await videos.open(VIEW, { signal: new AbortController().signal, onStage: () => undefined });
  expect(uploaded(host)).toMatchObject({ language: "de", translated: false });
});
