/** One port's conversation: requests out, events in, and an end that leaves no promise hanging. */

import type {
  DeltaEvent,
  Event,
  FailedEvent,
  JobEvent,
  NoticeEvent,
  ProgressEvent,
  FoldersEvent,
  RenderEvent,
  Request,
  Result,
  Results,
  SourcesEvent,
  ThinkingEvent,
} from "../contract";
import { cancelled, EngineError } from "./errors";
import { Parts } from "./parts";
import type { HostPort, OpenPort } from "./port";

export type RequestType = Request["type"];
export type Fields<T extends RequestType> = Omit<Extract<Request, { type: T }>, "id" | "type">;
export type StreamEvent =
  | ProgressEvent
  | NoticeEvent
  | SourcesEvent
  | ThinkingEvent
  | DeltaEvent
  | JobEvent
  | FoldersEvent
  | RenderEvent;

export interface RequestOptions {
  signal?: AbortSignal;
  onEvent?: (event: StreamEvent) => void;
  /** How many silent spells with a living engine to sit through; a watched job may be silent for ever. */
  patience?: number;
  /** The caller limits the wait itself: before the greeting is answered, a ping would only be refused. */
  unwatched?: boolean;
}

export interface SessionListener {
  starting(protocol: number): void;
  /** `reason`: the browser's words, null when it gave none; `error`: what the engine or our own watch said. */
  ended(reason: string | null, error?: EngineError): void;
}

/** Without a word for so long, the engine is asked whether it is there. Model loading takes most of it. */
export const SILENCE_MS = 20_000;
/** How long the answer to that question may take. */
export const PING_MS = 10_000;
/** Five minutes of silence from a living engine: a slow model on a laptop starts within that. */
const PATIENCE = 15;

interface Pending {
  resolve(result: Result): void;
  reject(error: EngineError): void;
  onEvent(event: StreamEvent): void;
  patience: number;
  unwatched: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export class Session {
  private readonly port: HostPort;
  private readonly pending = new Map<string, Pending>();
  private readonly parts = new Parts();
  private lastId = 0;
  private over = false;

  constructor(
    open: OpenPort,
    private readonly listener: SessionListener,
  ) {
    this.port = open({
      message: (message) => this.receive(message),
      closed: (reason) => this.end(reason),
    });
  }

  request<T extends RequestType>(
    type: T,
    fields: Fields<T>,
    options: RequestOptions = {},
  ): Promise<Results[T]> {
    const id = this.newId();
    return new Promise<Result>((resolve, reject) => {
      if (this.over) return reject(disconnected());
      if (options.signal?.aborted) return reject(cancelled());
      const abort = () => this.abandon(id, cancelled());
      const leave = () => options.signal?.removeEventListener("abort", abort);
      this.pending.set(id, {
        resolve: (result) => (leave(), resolve(result)),
        reject: (error) => (leave(), reject(error)),
        onEvent: options.onEvent ?? (() => undefined),
        patience: options.patience ?? PATIENCE,
        unwatched: options.unwatched ?? false,
        timer: undefined,
      });
      options.signal?.addEventListener("abort", abort, { once: true });
      this.post(id, { ...fields, type, id });
    }) as Promise<Results[T]>;
  }

  /** Ends on our own wish; the listener is told so that there is one way out. */
  close(error: EngineError = disconnected()): void {
    if (this.over) return;
    this.port.close();
    this.end(null, error);
  }

  private newId(): string {
    this.lastId += 1;
    return String(this.lastId);
  }

  private post(id: string, message: object): void {
    try {
      this.port.post(message);
      this.listen(id);
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      this.settle(id)?.reject(new EngineError("not_sent", `The browser did not send the message: ${reason}`));
    }
  }

  private receive(message: unknown): void {
    const event = message as Event;
    if (event.type === "starting") return this.listener.starting(event.protocol);
    if (event.type === "failed" && event.id === null) return this.giveUp(event);
    const id = String(event.id);
    const pending = this.pending.get(id);
    if (!pending) return; // the rest of a request that we have cancelled
    this.listen(id);
    if (event.type === "part") return this.join(id, () => this.parts.add(event));
    if (event.type === "done") this.settle(id)?.resolve(event.result);
    else if (event.type === "failed") this.settle(id)?.reject(EngineError.fromView(event.error));
    else pending.onEvent(event);
  }

  private join(id: string, add: () => unknown): void {
    try {
      const whole = add();
      if (whole !== undefined) this.receive(whole);
    } catch {
      this.abandon(id, new EngineError("internal", "A long answer arrived damaged.", "Please try again."));
    }
  }

  /** A failure without an id concerns the whole connection: no engine, or a message it could not read. */
  private giveUp(event: FailedEvent): void {
    this.close(EngineError.fromView(event.error));
  }

  private settle(id: string): Pending | undefined {
    const pending = this.pending.get(id);
    if (!pending) return undefined;
    clearTimeout(pending.timer);
    this.pending.delete(id);
    this.parts.forget(id);
    return pending;
  }

  /** Stops waiting for a request and tells the engine to stop as well. */
  private abandon(id: string, error: EngineError): void {
    const pending = this.settle(id);
    if (!pending) return;
    pending.reject(error);
    try {
      this.port.post({ type: "cancel", id: this.newId(), target: id });
    } catch {
      this.close(); // a port that cannot carry so small a message is gone
    }
  }

  /** Chromium drops a malformed reply without a word, so silence itself has to be noticed. */
  private listen(id: string): void {
    const pending = this.pending.get(id);
    if (!pending || pending.unwatched) return;
    clearTimeout(pending.timer);
    pending.timer = setTimeout(() => this.askAfter(id, pending), SILENCE_MS);
  }

  private askAfter(id: string, pending: Pending): void {
    pending.patience -= 1;
    if (pending.patience < 0) {
      return this.abandon(
        id,
        new EngineError("silent", "The engine did not answer in time.", "Please try again."),
      );
    }
    const question = this.newId();
    const alive = () => this.listen(id);
    const dead = () => this.close(new EngineError("silent", "The engine stopped answering."));
    this.pending.set(question, {
      resolve: alive,
      reject: () => undefined, // only when the session ends, which tells everyone
      onEvent: () => undefined,
      patience: 0,
      unwatched: true,
      timer: setTimeout(dead, PING_MS),
    });
    try {
      this.port.post({ type: "ping", id: question });
    } catch {
      dead();
    }
  }

  private end(reason: string | null, error?: EngineError): void {
    if (this.over) return;
    this.over = true;
    const why = error ?? disconnected();
    for (const id of [...this.pending.keys()]) this.settle(id)?.reject(why);
    this.listener.ended(reason, error);
  }
}

export function disconnected(): EngineError {
  return new EngineError("disconnected", "The connection to Ambry's engine was lost.", "Please ask again.");
}
