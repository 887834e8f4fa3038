/** Which captions of a video to read, and what they say. */

import type { WatchedSegment } from "../contract";
import type { CaptionTrack, VideoFacts } from "./video-facts";

/** As the engine chooses: the first wanted language wins, captions by people before automatic ones; then any. */
export function bestTrack(
  tracks: readonly CaptionTrack[],
  languages: readonly string[],
): CaptionTrack | undefined {
  const ordered = [...tracks].sort((one, other) => Number(one.automatic) - Number(other.automatic));
  for (const wanted of languages) {
    const found =
      ordered.find((track) => track.language.toLowerCase() === wanted.toLowerCase()) ??
      ordered.find((track) => base(track.language) === base(wanted));
    if (found) return found;
  }
  const spoken = tracks.filter((track) => track.automatic).map((track) => base(track.language));
  return ordered.find((track) => spoken.includes(base(track.language))) ?? ordered[0];
}

/**
 * Where in the page's own server its captions are; none when the address is of another video or server. The second
 * carries what the player showed for itself (a PO token), without which some answers are empty.
 */
export function captionPaths(
  track: CaptionTrack,
  requested: readonly string[],
  video: string,
  translateTo = "",
): string[] {
  const address = captionAddress(track.url, video);
  if (!address) return [];
  address.searchParams.set("fmt", "json3");
  if (translateTo) address.searchParams.set("tlang", translateTo);
  const plain = address.pathname + address.search;
  const own = requested
    .map((url) => captionAddress(url, video))
    .findLast((candidate) => candidate?.searchParams.has("pot"));
  if (!own) return [plain];
  for (const name of ["pot", "potc", "c"]) {
    const value = own.searchParams.get(name);
    if (value !== null) address.searchParams.set(name, value);
  }
  return [plain, address.pathname + address.search];
}

/** Segments of an answer in JSON (`json3`) or XML; none for anything else, an empty answer included. */
export function readCaptions(body: string): WatchedSegment[] {
  const text = body.trim();
  if (text.startsWith("{")) return fromJson(text);
  return text.startsWith("<") ? fromXml(text) : [];
}

/** Segments that the transcript panel shows; rows without a time are something else. */
export function readPanel(rows: VideoFacts["panel"]): WatchedSegment[] {
  return rows.flatMap(({ clock, text }) => {
    const [, hours, minutes, seconds] = /^(?:(\d+):)?(\d{1,2}):(\d{2})$/.exec(clock) ?? [];
    if (seconds === undefined || !text) return [];
    return [{ start: Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds), text }];
  });
}

function captionAddress(url: string, video: string): URL | null {
  const origin = "https://www.youtube.com";
  if (!URL.canParse(url, origin)) return null;
  const address = new URL(url, origin);
  const isYouTube = address.protocol === "https:" && /(?:^|\.)youtube\.com$/.test(address.hostname);
  const isOfVideo = address.pathname === "/api/timedtext" && address.searchParams.get("v") === video;
  return isYouTube && isOfVideo ? address : null;
}

interface Json3 {
  events?: { tStartMs?: number; segs?: { utf8?: string }[] }[];
}

function fromJson(text: string): WatchedSegment[] {
  let events: Json3["events"];
  try {
    ({ events } = JSON.parse(text) as Json3);
  } catch {
    return []; // cut off on its way, or no JSON after all
  }
  return (events ?? []).flatMap(({ tStartMs, segs }) => {
    const said = (segs ?? []).map((segment) => segment.utf8 ?? "").join("");
    return tStartMs !== undefined && said.trim() ? [{ start: tStartMs / 1000, text: said.trim() }] : [];
  });
}

function fromXml(text: string): WatchedSegment[] {
  const xml = new DOMParser().parseFromString(text, "text/xml");
  return [...xml.querySelectorAll("transcript > text[start]")].flatMap((element) => {
    // Text in XML is written as HTML once more.
    const said = new DOMParser().parseFromString(element.textContent, "text/html").body.textContent.trim();
    return said ? [{ start: Number(element.getAttribute("start")), text: said }] : [];
  });
}

/** Whether two tags name one language: `en` and `en-GB` do. */
export function sameLanguage(one: string, other: string): boolean {
  return base(one) === base(other);
}

function base(language: string): string {
  return language.split("-")[0]!.toLowerCase();
}
