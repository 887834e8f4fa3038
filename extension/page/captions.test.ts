// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { bestTrack, captionPaths, readCaptions, readPanel } from "./captions";
import type { CaptionTrack } from "./video-facts";

const VIDEO = "dQw4w9WgXcQ";
const URL = `https://www.youtube.com/api/timedtext?v=${VIDEO}&lang=en`;

function track(language: string, automatic = false, url = URL): CaptionTrack {
  return { url, language, label: language, automatic };
}

const TRACKS = [track("en", true), track("pt-BR"), track("en-GB"), track("de", true), track("de")];

test.each([
  [["de"], "de", false],
  [["en"], "en", true],
  [["EN-gb"], "en-GB", false],
  [["en-US"], "en-GB", false],
  [["pt"], "pt-BR", false],
  [["fr", "de"], "de", false],
  [["fr"], "en-GB", false],
  [[], "en-GB", false],
])("of those who read %j, the captions are %s", (languages, language, automatic) => {
  expect(bestTrack(TRACKS, languages)).toMatchObject({ language, automatic });
});

test("any captions will do when nobody knows what is spoken, and none are none", () => {
  expect(bestTrack([track("pt-BR"), track("en")], ["fr"])?.language).toBe("pt-BR");
  expect(bestTrack([], ["fr"])).toBeUndefined();
});

test("captions are asked for as JSON, at the page's own server", () => {
  expect(captionPaths(track("en"), [], VIDEO)).toEqual([`/api/timedtext?v=${VIDEO}&lang=en&fmt=json3`]);
  const relative = track("en", false, `/api/timedtext?v=${VIDEO}&fmt=srv3`);
  expect(captionPaths(relative, [], VIDEO)).toEqual([`/api/timedtext?v=${VIDEO}&fmt=json3`]);
});

test("what the player showed for itself is shown the second time", () => {
  const requested = [
    `https://www.youtube.com/api/timedtext?v=${VIDEO}&lang=de`,
    `https://www.youtube.com/api/timedtext?v=${VIDEO}&lang=de&pot=proof&c=WEB&sig=other`,
    "https://www.youtube.com/api/timedtext?v=another1234&pot=wrong",
  ];
  expect(captionPaths(track("en"), requested, VIDEO)[1]).toBe(
    `/api/timedtext?v=${VIDEO}&lang=en&fmt=json3&pot=proof&c=WEB`,
  );
});

test.each([
  ["another video", "https://www.youtube.com/api/timedtext?v=another1234"],
  ["another server", `https://youtube.com.evil.example/api/timedtext?v=${VIDEO}`],
  ["another path", `https://www.youtube.com/logout?v=${VIDEO}`],
  ["no address", ""],
  ["no URL", "https://["],
])("captions of %s are never fetched", (_name, url) => {
  expect(captionPaths(track("en", false, url), [], VIDEO)).toEqual([]);
});

test("JSON and XML say the same", () => {
  const events = [
    { tStartMs: 0, dDurationMs: 9000 },
    { tStartMs: 400, segs: [{ utf8: "Don't move" }, { utf8: " & wait." }] },
    { tStartMs: 2500, aAppend: 1, segs: [{ utf8: "\n" }] },
    { tStartMs: 65900, segs: [{ utf8: "Up." }] },
  ];
  const segments = [
    { start: 0.4, text: "Don't move & wait." },
    { start: 65.9, text: "Up." },
  ];
  expect(readCaptions(JSON.stringify({ wireMagic: "pb3", events }))).toEqual(segments);
  const xml =
    '<?xml version="1.0" encoding="utf-8"?><transcript><text start="0.4" dur="2">Don&amp;#39;t move &amp;amp; wait.</text>' +
    '<text start="2.5"></text><text start="65.9" dur="3">Up.</text></transcript>';
  expect(readCaptions(xml)).toEqual(segments);
});

test.each(["", " ", "{", "{}", '{"events":[{}]}', "<html><button>Show transcript</button></html>", "No."])(
  "%j says nothing",
  (body) => {
    expect(readCaptions(body)).toEqual([]);
  },
);

test("rows of the panel count when they have a time and a text", () => {
  const rows = [
    { clock: "0:04", text: "First." },
    { clock: "", text: "Search in video" },
    { clock: "Show transcript", text: "Show transcript" },
    { clock: "1:02:15", text: "Last." },
    { clock: "0:09", text: "" },
  ];
  expect(readPanel(rows)).toEqual([
    { start: 4, text: "First." },
    { start: 3735, text: "Last." },
  ]);
});
