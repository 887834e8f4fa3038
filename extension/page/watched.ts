/** The transcript of a video, read in the page that the person is watching. */

import type { WatchedTranscript } from "../contract";
import { EngineError } from "../engine/errors";
import { bestTrack, captionPaths, readCaptions, readPanel } from "./captions";
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
  languages: readonly string[],
): Promise<WatchedTranscript> {
  const facts = await page.facts(tab, video);
  if (!facts) {
    throw new EngineError(
      "not_allowed",
      "The page in the tab does not show this video either.",
      "Open the video, wait until it plays, and ask again.",
    );
  }
  const track = bestTrack(facts.tracks, languages);
  const captions = track ? await readTrack(page, tab, video, facts, track) : [];
  if (track && captions.length > 0) return { ...transcript(facts, video, track), segments: captions };
  const shown = readPanel(facts.panel);
  if (shown.length > 0) {
    return { ...transcript(facts, video, { language: "", label: "", automatic: false }), segments: shown };
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
): Promise<WatchedTranscript["segments"]> {
  for (const path of captionPaths(track, facts.requested, video)) {
    const segments = readCaptions(await page.fetch(tab, path));
    if (segments.length > 0) return segments;
  }
  return [];
}

function transcript(
  { title, description, chapters }: VideoFacts,
  video: string,
  { language, label, automatic }: Omit<CaptionTrack, "url">,
): Omit<WatchedTranscript, "segments"> {
  return { video, title, description, chapters, language, label, automatic };
}
