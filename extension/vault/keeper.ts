/** Puts the page or video in view into a vault, and knows whether it is in one. */

import type { KeptView } from "../contract";
import type { Client } from "../engine/connection";
import { EngineError } from "../engine/errors";
import type { PageInView, Reader } from "../page/reader";
import type { VideoInView } from "../page/videos";
import { Store } from "../store";

export type InView = ({ kind: "page" } & PageInView) | ({ kind: "video"; url: string } & VideoInView);

/** What a page calls itself; empty when it says nothing or may not be read. */
export type CanonicalOf = (tab: number) => Promise<string>;

export interface Keeping {
  /** Of what is in view. */
  url: string;
  kept: readonly KeptView[];
  /** What is being done, in words; empty when nothing is. */
  stage: string;
  /** How the last try ended, in words. */
  note: string;
  error: EngineError | null;
}

const ENDS = {
  indexed: "Added.",
  unchanged: "It is there already, just as it is now.",
  skipped: "",
  failed: "", // comes as an error
};

export class Keeper {
  /** Null while nothing is in view, or nobody has looked. */
  readonly keeping = new Store<Keeping | null>(null);
  private stopping: AbortController | undefined;

  constructor(
    private readonly client: Client,
    private readonly reader: Reader,
    private readonly canonicalOf: CanonicalOf,
    /** Called when a vault has another document. */
    private readonly onChange: () => void,
  ) {}

  /** Finds out whether it is kept. What was said of something else is forgotten. */
  async look({ url, tab }: InView): Promise<void> {
    if (this.keeping.value?.url !== url)
      this.keeping.set({ url, kept: [], stage: "", note: "", error: null });
    const canonical = await this.canonicalOf(tab);
    const found = await this.client.request("find_kept", { address: url, canonical }).catch(() => null);
    if (found) this.change(url, { kept: found.kept }); // without a connection nobody can add to a vault either
  }

  /** Again, when it is there: as it is now. */
  async keep(view: InView, vault: string): Promise<void> {
    const controller = new AbortController();
    this.stopping = controller;
    this.change(view.url, { stage: "Reading it", note: "", error: null });
    const options = {
      vault,
      signal: controller.signal,
      onStage: (stage: string) => this.change(view.url, { stage }),
    };
    try {
      const opened = await (view.kind === "video"
        ? this.reader.openVideo(view, options)
        : this.reader.openPage(view, options));
      this.onChange();
      this.change(view.url, { note: [ENDS[opened.state], ...opened.notices].filter(Boolean).join(" ") });
      await this.look(view);
    } catch (thrown) {
      const error = EngineError.from(thrown);
      if (error.code !== "cancelled") this.change(view.url, { error });
    } finally {
      this.change(view.url, { stage: "" });
    }
  }

  stop(): void {
    this.stopping?.abort();
  }

  /** Only while it is still in view. */
  private change(url: string, change: Partial<Keeping>): void {
    this.keeping.update((keeping) => (keeping?.url === url ? { ...keeping, ...change } : keeping));
  }
}
