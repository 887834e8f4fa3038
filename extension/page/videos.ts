/** Opens videos: the engine reads the transcript by itself, else it is read in the page that the person watches. */

import type { OpenedResult, TranscriptView } from "../contract";
import type { Client } from "../engine/connection";
import { EngineError, type FailureCode } from "../engine/errors";
import { upload } from "../engine/upload";
import { Store } from "../store";
import type { CaptionChoice } from "./caption-choice";
import { follow, type OpenOptions } from "./reader";
import { readWatched, type VideoTab } from "./watched";

export interface VideoInView {
  video: string;
  tab: number;
}

/** Reasons for which the page that somebody is watching may know more than the engine was told. */
const REFUSALS: readonly FailureCode[] = [
  "transcript_blocked",
  "age_restricted",
  "video_unavailable",
  "no_transcript",
  "unreachable",
  "http_status",
];
const LANGUAGE = /^[A-Za-z0-9-]{2,35}$/;

export class Videos {
  /** Which captions were read last, by the video's id. */
  readonly transcripts = new Store<ReadonlyMap<string, TranscriptView>>(new Map());
  private readonly languages: readonly string[];
  private readonly choices = new Map<string, CaptionChoice>();

  constructor(
    private readonly client: Client,
    private readonly page: VideoTab,
    languages: readonly string[],
  ) {
    this.languages = suitable(languages);
  }

  /** Empty language: whichever suits the person's own. */
  choose(video: string, language: string, translateTo: string): void {
    const languages = suitable(language ? [language, ...this.languages] : this.languages);
    this.choices.set(video, { languages, translateTo });
  }

  /** What is asked for of this video. */
  choice(video: string): CaptionChoice {
    return this.choices.get(video) ?? { languages: this.languages, translateTo: "" };
  }

  async open(view: VideoInView, options: OpenOptions): Promise<OpenedResult> {
    const opened = await this.read(view, options);
    const { transcript } = opened;
    if (transcript) this.transcripts.update((all) => new Map([...all, [view.video, transcript]]));
    return opened;
  }

  private async read({ video, tab }: VideoInView, options: OpenOptions): Promise<OpenedResult> {
    options.onStage("Fetching the transcript");
    const choice = this.choice(video);
    const asked = {
      video,
      languages: choice.languages,
      translate_to: choice.translateTo,
      vault: options.vault ?? "",
    };
    try {
      return await this.client.request("open_video", asked, follow(options));
    } catch (thrown) {
      const refusal = EngineError.from(thrown);
      if (!REFUSALS.includes(refusal.code)) throw refusal;
      options.onStage("Reading the transcript in the page");
      const transcript = await this.fromPage(tab, video, refusal, options.signal);
      return this.client.request("open_video", { ...asked, transcript }, follow(options));
    }
  }

  /** The upload of what the page gave. */
  private async fromPage(
    tab: number,
    video: string,
    refusal: EngineError,
    signal: AbortSignal,
  ): Promise<string> {
    const watched = await readWatched(this.page, tab, video, this.choice(video)).catch((thrown: unknown) => {
      const also = EngineError.from(thrown);
      throw new EngineError(refusal.code, `${refusal.message} ${also.message}`, also.nextStep);
    });
    const bytes = new TextEncoder().encode(JSON.stringify(watched));
    return upload(this.client, `Transcript of ${video}`, bytes, { signal });
  }
}

/** As the engine takes them. */
function suitable(languages: readonly string[]): readonly string[] {
  return languages.filter((language) => LANGUAGE.test(language)).slice(0, 50);
}
