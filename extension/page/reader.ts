/** Opens what is in view as a collection, and does so once for the same content. */

import type { OpenedResult } from "../contract";
import { fromBase64 } from "../engine/base64";
import type { Client } from "../engine/connection";
import { EngineError, type FailureCode } from "../engine/errors";
import type { RequestOptions } from "../engine/session";
import { sha256, upload } from "../engine/upload";
import type { Capture } from "./capture";
import type { VideoInView, Videos } from "./videos";
import { sameDocument } from "./view";

export interface OpenOptions {
  signal: AbortSignal;
  onStage: (stage: string) => void;
  /** Keep it in this vault; without one it is only for now. */
  vault?: string;
}

export interface PageInView {
  tab: number;
  url: string;
}

/** Runs `capturePage` in a tab; null when the document lets no script in (a PDF viewer of Firefox). */
export type CaptureTab = (tab: number) => Promise<Capture | null>;

/** What to do about a page in view where the engine's own advice is for files and addresses. */
const STEPS_IN_VIEW = new Map<FailureCode, string>([
  ["encrypted", "Save the file and add it to a vault: there Ambry asks for its password."],
  ["needs_ocr", "Save the file and add it to a vault: there its text can be recognised."],
  ["no_text", "Wait until the page shows its text, then ask again."],
]);

export class Reader {
  private readonly opened = new Map<string, OpenedResult>();

  constructor(
    private readonly client: Client,
    private readonly captureTab: CaptureTab,
    private readonly videos: Videos,
  ) {}

  openPage(page: PageInView, options: OpenOptions): Promise<OpenedResult> {
    return this.read(page, options).catch((thrown: unknown) => {
      const { code, message, nextStep, logReference } = EngineError.from(thrown);
      throw new EngineError(code, message, STEPS_IN_VIEW.get(code) ?? nextStep, logReference);
    });
  }

  private async read(page: PageInView, options: OpenOptions): Promise<OpenedResult> {
    options.onStage("Reading the page");
    const capture = await this.captureTab(page.tab);
    if (capture === null) {
      return this.once(`url ${page.url}`, options, () =>
        this.client.request("open_url", { url: page.url, vault: options.vault ?? "" }, follow(options)),
      );
    }
    if (!sameDocument(capture.url, page.url)) {
      throw new EngineError(
        "not_allowed",
        "The tab has moved on to another page.",
        "Ask again about the page you see now.",
      );
    }
    const content = new TextEncoder().encode(capture.text || capture.file);
    const key = `page ${capture.url} ${await sha256(content)} ${capture.selection}`;
    return this.once(key, options, () => this.send(capture, options));
  }

  openVideo(view: VideoInView, options: OpenOptions): Promise<OpenedResult> {
    const { languages, translateTo } = this.videos.choice(view.video);
    return this.once(`video ${view.video} ${languages.join()} ${translateTo}`, options, () =>
      this.videos.open(view, options),
    );
  }

  /** The engine no longer has this collection. */
  forget(collection: number): void {
    for (const [key, value] of this.opened) if (value.collection.id === collection) this.opened.delete(key);
  }

  private async once(
    key: string,
    { vault }: OpenOptions,
    open: () => Promise<OpenedResult>,
  ): Promise<OpenedResult> {
    if (vault) return open(); // a person who adds something again wants it to be as it is now
    const known = this.opened.get(key);
    if (known) return { ...known, notices: [] }; // they have been shown with the first answer
    const opened = await open();
    this.opened.set(key, opened);
    return opened;
  }

  private async send(capture: Capture, options: OpenOptions): Promise<OpenedResult> {
    const bytes = capture.file ? fromBase64(capture.file) : new TextEncoder().encode(capture.html);
    options.onStage("Handing the page over");
    const sent = await upload(this.client, capture.title || capture.url, bytes, { signal: options.signal });
    const { url, title, language, canonical, selection, mediaType } = capture;
    const page = { url, title, language, canonical, selection, media_type: mediaType, upload: sent };
    return this.client.request("open_page", { page, vault: options.vault ?? "" }, follow(options));
  }
}

/** Shows each stage of a request as it comes. */
export function follow({ signal, onStage }: OpenOptions): RequestOptions {
  return {
    signal,
    onEvent: (event) => {
      if (event.type === "progress") onStage(event.stage);
    },
  };
}
