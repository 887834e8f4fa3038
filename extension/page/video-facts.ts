/**
 * Run inside the page of a video: hand over what its player knows and what is to be read there, and decide nothing.
 * The browser serialises these functions, so they may use nothing from outside of themselves.
 */

export interface CaptionTrack {
  url: string;
  language: string;
  label: string;
  automatic: boolean;
}

export interface VideoFacts {
  title: string;
  description: string;
  chapters: { start: number; title: string }[];
  tracks: CaptionTrack[];
  /** Languages that the captions can be translated into. */
  translations: { language: string; label: string }[];
  /** Addresses of captions that the player itself has fetched in this page, of whatever video. */
  requested: string[];
  /** What the open transcript panel shows. */
  panel: { clock: string; text: string }[];
}

/**
 * What the page knows of this video; null when it shows another. Needs the page's own world, where its player is.
 * A page keeps the data of the video it was loaded with, so everything is taken only with this video's id on it.
 */
export function videoFacts(video: string): VideoFacts | null {
  interface Text {
    simpleText?: string;
    runs?: { text: string }[];
  }
  interface Track {
    baseUrl?: string;
    languageCode?: string;
    kind?: string;
    name?: Text;
  }
  interface PlayerResponse {
    videoDetails?: { videoId?: string; title?: string; shortDescription?: string };
    captions?: {
      playerCaptionsTracklistRenderer?: {
        captionTracks?: Track[];
        translationLanguages?: { languageCode?: string; languageName?: Text }[];
      };
    };
  }
  interface Chapter {
    chapterRenderer?: { title?: Text; timeRangeStartMillis?: number };
  }
  const page = window as unknown as {
    ytInitialPlayerResponse?: PlayerResponse;
    ytInitialData?: {
      currentVideoEndpoint?: { watchEndpoint?: { videoId?: string } };
      playerOverlays?: unknown;
    };
  };
  type Player = Element & { getPlayerResponse?: () => PlayerResponse | undefined };
  const players = [...document.querySelectorAll<Player>("#movie_player, #shorts-player")]
    .map((player) => player.getPlayerResponse?.())
    .filter((response) => response !== undefined);
  const current = (players.length > 0 ? players : [page.ytInitialPlayerResponse]).find(
    (response) => response?.videoDetails?.videoId === video,
  );
  if (!current) return null;

  const words = (text: Text | undefined): string =>
    text?.simpleText ?? text?.runs?.map((run) => run.text).join("") ?? "";

  /** They lie deep in the page's data, under names that change; only their own name does not. */
  const chapters = (found: VideoFacts["chapters"], value: unknown): VideoFacts["chapters"] => {
    if (typeof value !== "object" || value === null) return found;
    const chapter = (value as Chapter).chapterRenderer;
    if (chapter)
      found.push({ start: (chapter.timeRangeStartMillis ?? 0) / 1000, title: words(chapter.title) });
    return Object.values(value).reduce(chapters, found);
  };
  const data = page.ytInitialData;
  const isDataOfVideo = data?.currentVideoEndpoint?.watchEndpoint?.videoId === video;

  const panel: VideoFacts["panel"] = [];
  for (const row of document.querySelectorAll(
    "ytd-transcript-segment-renderer, transcript-segment-view-model",
  )) {
    const clock = row.querySelector(".segment-timestamp, [class*='Timestamp']");
    const text = row.querySelector(".segment-text, .yt-core-attributed-string");
    panel.push({ clock: clock?.textContent.trim() ?? "", text: text?.textContent.trim() ?? "" });
  }
  const captions = current.captions?.playerCaptionsTracklistRenderer; // none: it has no captions
  const tracks = captions?.captionTracks ?? [];
  return {
    title: current.videoDetails?.title ?? "",
    description: current.videoDetails?.shortDescription ?? "",
    chapters: isDataOfVideo ? chapters([], data?.playerOverlays) : [],
    tracks: tracks.map((track) => ({
      url: track.baseUrl ?? "",
      language: track.languageCode ?? "",
      label: words(track.name),
      automatic: track.kind === "asr",
    })),
    translations: (captions?.translationLanguages ?? []).map(({ languageCode, languageName }) => ({
      language: languageCode ?? "",
      label: words(languageName),
    })),
    requested: performance
      .getEntriesByType("resource")
      .map((entry) => entry.name)
      .filter((name) => name.includes("/api/timedtext")),
    panel,
  };
}

/** The body of an answer from the page's own server, fetched in the page's session; empty when it gives none. */
export async function fetchInPage(path: string): Promise<string> {
  try {
    const response = await fetch(path, { credentials: "include", signal: AbortSignal.timeout(20_000) });
    return response.ok ? await response.text() : "";
  } catch {
    return ""; // no network, or no answer in time
  }
}

/** Lets the player go on from this second; false when there is none that could. */
export function seekVideo(second: number): boolean {
  const own = document.querySelectorAll<HTMLVideoElement>("#movie_player video, #shorts-player video");
  // Previews of other videos may stand in the page as well.
  const player = [...own, ...document.querySelectorAll("video")].find(({ readyState }) => readyState > 0);
  // While an advertisement plays, the element is the advertisement's.
  if (!player || document.querySelector(".ad-showing")) return false;
  player.currentTime = second;
  return true;
}
