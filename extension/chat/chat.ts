/** All questions of this panel and their answers; each stays with what it was asked about. */

import type { OpenedResult, Turn } from "../contract";
import type { Client } from "../engine/connection";
import { EngineError } from "../engine/errors";
import type { OpenOptions, Reader } from "../page/reader";
import { Store } from "../store";
import {
  afterAnswer,
  afterError,
  afterEvent,
  isRunning,
  newExchange,
  withNotices,
  type Exchange,
} from "./exchange";
import { subjectKey, type Subject } from "./subject";

type Opened = Pick<OpenedResult, "notices"> & { collection: { id: number } };

export class Chat {
  readonly exchanges = new Store<readonly Exchange[]>([]);
  private readonly running = new Map<number, AbortController>();
  private lastId = 0;

  constructor(
    private readonly client: Client,
    private readonly reader: Reader,
  ) {}

  /** Settles when the answer is complete, stopped or failed; the exchange tells which. */
  async ask(subject: Subject, question: string): Promise<void> {
    this.lastId += 1;
    const id = this.lastId;
    const history = this.history(subject);
    const controller = new AbortController();
    this.running.set(id, controller);
    this.exchanges.update((all) => [...all, newExchange(id, subject, question)]);
    try {
      await this.answer(id, subject, question, history, controller.signal);
    } catch (thrown) {
      this.change(id, (exchange) => afterError(exchange, EngineError.from(thrown)));
    } finally {
      this.running.delete(id);
    }
  }

  stop(id: number): void {
    this.running.get(id)?.abort();
  }

  /** Removes finished exchanges about one kind of thing. */
  clear(belongs: (exchange: Exchange) => boolean): void {
    this.exchanges.update((all) => all.filter((exchange) => isRunning(exchange) || !belongs(exchange)));
  }

  private async answer(
    id: number,
    subject: Subject,
    question: string,
    history: readonly Turn[],
    signal: AbortSignal,
  ): Promise<void> {
    const options: OpenOptions = {
      signal,
      onStage: (stage) => this.change(id, (exchange) => ({ ...exchange, stage })),
    };
    const send = async () => {
      const { collection, notices } = await this.open(subject, options);
      this.change(id, (exchange) => withNotices(exchange, notices));
      const folder = subject.kind === "vault" ? subject.folder : "";
      return this.send(id, { collection: collection.id, question, history, folder }, signal);
    };
    try {
      await send();
    } catch (thrown) {
      // A temporary collection may be gone by now; opening the page again brings it back.
      if (EngineError.from(thrown).code !== "not_found" || !isTemporary(subject)) throw thrown;
      await send();
    }
  }

  private async send(
    id: number,
    fields: { collection: number; question: string; history: readonly Turn[]; folder: string },
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const result = await this.client.request("ask", fields, {
        signal,
        onEvent: (event) => this.change(id, (exchange) => afterEvent(exchange, event)),
      });
      this.change(id, (exchange) => afterAnswer(exchange, result));
    } catch (thrown) {
      if (EngineError.from(thrown).code === "not_found") this.reader.forget(fields.collection);
      throw thrown;
    }
  }

  private async open(subject: Subject, options: OpenOptions): Promise<Opened> {
    if (subject.kind === "page") return this.reader.openPage(subject, options);
    if (subject.kind === "video") return this.reader.openVideo(subject, options);
    return { collection: { id: subject.collection }, notices: [] };
  }

  /** The finished part of the conversation about the same thing. */
  private history(subject: Subject): readonly Turn[] {
    const key = subjectKey(subject);
    return this.exchanges.value
      .filter((exchange) => exchange.state === "done" && subjectKey(exchange.subject) === key)
      .flatMap((exchange): Turn[] => [
        { role: "user", text: exchange.question },
        { role: "assistant", text: exchange.answer },
      ]);
  }

  private change(id: number, change: (exchange: Exchange) => Exchange): void {
    this.exchanges.update((all) => all.map((exchange) => (exchange.id === id ? change(exchange) : exchange)));
  }
}

function isTemporary(subject: Subject): boolean {
  return subject.kind === "page" || subject.kind === "video";
}
