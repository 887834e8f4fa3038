/** Loads pages for the engine, which cannot see what only the person's own browser is shown. */

import type { RenderEvent } from "../contract";
import type { Client } from "../engine/connection";
import { EngineError } from "../engine/errors";
import { upload } from "../engine/upload";
import { Store } from "../store";
import type { LoadPage } from "./load-page";

export class Renderer {
  /** The page that is being loaded. */
  readonly opening = new Store<string | null>(null);
  private readonly offers = new Map<string, AbortController>();
  /** One page at a time, whatever the engine asks. */
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly client: Client,
    private readonly loadPage: LoadPage,
  ) {}

  /** Offers the engine to load pages of these hosts and of no others. */
  serve(hosts: ReadonlySet<string>): void {
    for (const host of [...this.offers.keys()]) if (!hosts.has(host)) this.withdraw(host);
    for (const host of hosts) if (!this.offers.has(host)) void this.offer(host);
  }

  private withdraw(host: string): void {
    this.offers.get(host)?.abort();
    this.offers.delete(host);
  }

  private async offer(host: string): Promise<void> {
    const control = new AbortController();
    this.offers.set(host, control);
    await this.client
      .request(
        "offer_rendering",
        { site: host },
        {
          signal: control.signal,
          patience: Number.POSITIVE_INFINITY, // an offer stands until it is taken back
          onEvent: (event) => {
            if (event.type === "render") this.queue(event, host, control.signal);
          },
        },
      )
      .catch(() => undefined); // taken back, or the connection is lost, which is shown elsewhere
    control.abort();
    if (this.offers.get(host) === control) this.offers.delete(host);
  }

  private queue(event: RenderEvent, host: string, signal: AbortSignal): void {
    this.turn = this.turn.then(() => this.render(event, host, signal));
  }

  private async render({ render, url }: RenderEvent, host: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.opening.set(url);
    const answer = await this.load(url, host, signal).catch((thrown: unknown) => ({
      problem: EngineError.from(thrown).message,
    }));
    this.opening.set(null);
    if (signal.aborted) return; // the engine knows that nobody loads its page any more
    await this.client.request("rendered", { render, ...answer }).catch(() => undefined); // as above
  }

  private async load(url: string, host: string, signal: AbortSignal) {
    const capture = await this.loadPage(url, host, signal);
    const bytes = new TextEncoder().encode(capture.html);
    return { url: capture.url, upload: await upload(this.client, capture.url, bytes, { signal }) };
  }
}
