// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchInPage, seekVideo, videoFacts } from "./video-facts";

const VIDEO = "dQw4w9WgXcQ";
const page = window as unknown as { ytInitialPlayerResponse?: unknown; ytInitialData?: unknown };

function response(videoId = VIDEO, tracks: unknown[] = []) {
  return {
    videoDetails: { videoId, title: "A talk", shortDescription: "0:00 Start" },
    captions: { playerCaptionsTracklistRenderer: { captionTracks: tracks } },
  };
}

function chapter(title: string, timeRangeStartMillis: number) {
  return { chapterRenderer: { title: { simpleText: title }, timeRangeStartMillis } };
}

function overlays(videoId: string) {
  const chapters = [chapter("Start", 0), chapter("The mast", 90_500)];
  return {
    currentVideoEndpoint: { watchEndpoint: { videoId } },
    playerOverlays: { bar: { markersMap: [{ key: "x", value: { chapters } }] } },
  };
}

function giveThePlayer(current: unknown): void {
  document.body.innerHTML = '<div id="movie_player"></div>';
  Object.assign(document.querySelector("#movie_player")!, { getPlayerResponse: () => current });
}

beforeEach(() => {
  document.body.innerHTML = "";
  delete page.ytInitialPlayerResponse;
  delete page.ytInitialData;
});
afterEach(() => void vi.unstubAllGlobals());

test("the player tells which captions there are", () => {
  const url = "https://www.youtube.com/api/timedtext";
  giveThePlayer(
    response(VIDEO, [
      { baseUrl: url, languageCode: "de", name: { runs: [{ text: "Ger" }, { text: "man" }] } },
      { baseUrl: url, languageCode: "en", kind: "asr", name: { simpleText: "English" } },
      {},
    ]),
  );
  const facts = videoFacts(VIDEO);
  expect(facts).toMatchObject({ title: "A talk", description: "0:00 Start", chapters: [], panel: [] });
  expect(facts?.tracks).toEqual([
    { url, language: "de", label: "German", automatic: false },
    { url, language: "en", label: "English", automatic: true },
    { url: "", language: "", label: "", automatic: false },
  ]);
});

test("it tells what the captions can be translated into", () => {
  const translationLanguages = [{ languageCode: "fr", languageName: { simpleText: "French" } }, {}];
  giveThePlayer({ ...response(), captions: { playerCaptionsTracklistRenderer: { translationLanguages } } });
  expect(videoFacts(VIDEO)?.translations).toEqual([
    { language: "fr", label: "French" },
    { language: "", label: "" },
  ]);
});

test("a page whose player has not come yet tells by the data it was loaded with", () => {
  page.ytInitialPlayerResponse = response();
  expect(videoFacts(VIDEO)?.title).toBe("A talk");
});

test.each([
  ["another video", response("another1234")],
  ["something else", {}],
])("a player that shows %s tells nothing, whatever the page was loaded with", (_name, current) => {
  giveThePlayer(current);
  page.ytInitialPlayerResponse = response();
  expect(videoFacts(VIDEO)).toBeNull();
});

test("a page without any player tells nothing", () => {
  expect(videoFacts(VIDEO)).toBeNull();
});

test("chapters are taken from data of this very video alone", () => {
  giveThePlayer(response());
  page.ytInitialData = overlays(VIDEO);
  expect(videoFacts(VIDEO)?.chapters).toEqual([
    { start: 0, title: "Start" },
    { start: 90.5, title: "The mast" },
  ]);
  page.ytInitialData = overlays("another1234");
  expect(videoFacts(VIDEO)?.chapters).toEqual([]);
});

test("the open transcript is read row by row, and no button is", () => {
  giveThePlayer({ videoDetails: { videoId: VIDEO } });
  document.body.insertAdjacentHTML(
    "beforeend",
    `<button>Show transcript</button>
     <ytd-transcript-segment-renderer><div class="segment-timestamp"> 0:04 </div>
       <yt-formatted-string class="segment-text">First.</yt-formatted-string></ytd-transcript-segment-renderer>
     <transcript-segment-view-model><div class="ytwTranscriptSegmentViewModelTimestamp">1:05</div>
       <span class="yt-core-attributed-string">Then.</span></transcript-segment-view-model>
     <transcript-segment-view-model></transcript-segment-view-model>`,
  );
  expect(videoFacts(VIDEO)?.panel).toEqual([
    { clock: "0:04", text: "First." },
    { clock: "1:05", text: "Then." },
    { clock: "", text: "" },
  ]);
});

test("what is refused in the page's session is empty", async () => {
  const fetched = vi.fn(async (path: string) => new Response("said", { status: path === "/no" ? 403 : 200 }));
  vi.stubGlobal("fetch", fetched);
  expect(await fetchInPage("/api")).toBe("said");
  expect(await fetchInPage("/no")).toBe("");
  expect(fetched).toHaveBeenCalledWith("/api", expect.objectContaining({ credentials: "include" }));
  fetched.mockRejectedValue(new TypeError("Failed to fetch"));
  expect(await fetchInPage("/api")).toBe("");
});

test("the player goes on from a second, unless there is none that could", () => {
  expect(seekVideo(75)).toBe(false);
  document.body.innerHTML = "<video></video><div id='movie_player'><video></video></div>";
  expect(seekVideo(75)).toBe(false);
  const elements = [...document.querySelectorAll<HTMLVideoElement>("video")];
  for (const element of elements) Object.defineProperty(element, "readyState", { value: 4 });
  expect(seekVideo(75)).toBe(true);
  expect(elements.map(({ currentTime }) => currentTime)).toEqual([0, 75]);
  document.body.className = "ad-showing";
  expect(seekVideo(80)).toBe(false);
  document.body.className = "";
});

test("they use nothing from outside of themselves, because the browser moves their text alone", () => {
  giveThePlayer(response());
  const alone = new Function(`return (${videoFacts.toString()})`)() as typeof videoFacts;
  expect(alone(VIDEO)?.title).toBe("A talk");
  const seek = new Function(`return (${seekVideo.toString()})`)() as typeof seekVideo;
  expect(seek(1)).toBe(false);
});
