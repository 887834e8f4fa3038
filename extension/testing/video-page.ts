/** Pages of videos, as scripts in them would tell. */

import type { VideoFacts } from "../page/video-facts";
import type { VideoTab } from "../page/watched";

/** A tab that shows no video. */
export const NO_PAGE: VideoTab = { facts: async () => null, fetch: async () => "" };

export function makeFacts(change: Partial<VideoFacts> = {}): VideoFacts {
  const title = "A talk";
  return {
    title,
    description: "",
    chapters: [],
    tracks: [],
    translations: [],
    requested: [],
    panel: [],
    ...change,
  };
}
