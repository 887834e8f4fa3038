/** The transcript of a video, read in the page that the person is watching. */

import type { WatchedTranscript } from "../contract";
import { EngineError } from "../engine/errors";
import type { CaptionChoice } from "./caption-choice";
import { bestTrack, captionPaths, readCaptions, readPanel, sameLanguage } from "./captions";
import type { CaptionTrack, VideoFacts } from "./video-facts";

/** What scripts in a tab tell. Rejects with an EngineError when none may run there. */
export interface VideoTab {
  facts(tab: number, video: string): Promise<VideoFacts | null>;
  fetch(tab: number, path: string): Promise<string>;
}

export async function readWatched(
  page: VideoTab,
  tab: number,
  video: string,
  { languages, translateTo }: CaptionChoice,
): Promise<WatchedTranscript> {
  const facts = await page.facts(tab, video);
  if (!facts) {
    throw new EngineError(
      "not_allowed",
      "The page in the tab does not show this video either.",
      "Open the video, wait until it plays, and ask again.",
    );
  }
  const track = bestTrack(facts.tracks, translateTo ? [translateTo, ...languages] : languages);
  const other = track && translateTo && !sameLanguage(track.language, translateTo) ? translateTo : "";
  const captions = track ? await readTrack(page, tab, video, facts, track, other) : [];
  if (track && captions.length > 0) {
    return { ...transcript(facts, video, asRead(track, other, facts)), segments: captions };
  }
  const shown = readPanel(facts.panel);
  if (shown.length > 0) {
    return { ...transcript(facts, video, UNKNOWN), segments: shown };
  }
  throw track
    ? new EngineError(
        "no_transcript",
        "The page has captions, but did not get them either.",
        "Turn the captions on in the player, or open the transcript below the video, and ask again.",
      )
    : new EngineError(
        "no_transcript",
        "The page has no captions of it either, and no open transcript.",
        "If there is a transcript below the video, open it and ask again.",
      );
}

async function readTrack(
  page: VideoTab,
  tab: number,
  video: string,
  facts: VideoFacts,
  track: CaptionTrack,
  translateTo: string,
): Promise<WatchedTranscript["segments"]> {
  for (const path of captionPaths(track, facts.requested, video, translateTo)) {
    const segments = readCaptions(await page.fetch(tab, path));
    if (segments.length > 0) return segments;
  }
  return [];
}

type Read = Pick<WatchedTranscript, "language" | "label" | "automatic" | "translated">;

/** What the open transcript panel is of, nobody says. */
const UNKNOWN: Read = { language: "", label: "", automatic: false, translated: false };

function asRead(
  { language, label, automatic }: CaptionTrack,
  translateTo: string,
  { translations }: VideoFacts,
): Read {
  if (!translateTo) return { language, label, automatic, translated: false };
  const name = translations.find((one) => one.language === translateTo)?.label ?? translateTo; // one that is not listed
  return { language: translateTo, label: name, automatic, translated: true };
}

function transcript(facts: VideoFacts, video: string, read: Read): Omit<WatchedTranscript, "segments"> {
  const { title, description, chapters } = facts;
  const tracks = facts.tracks.map(({ language, label, automatic }) => ({ language, label, automatic }));
  const translations = facts.translations.map((one) => ({ ...one, automatic: true }));
  return { video, title, description, chapters, ...read, tracks, translations };
}
