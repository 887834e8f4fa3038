/** Keeps one session alive: opens it, greets, reconnects when that can help, and says plainly when it cannot. */

import { PROTOCOL, type Results } from "../contract";
import { Store } from "../store";
import { backoff, MAX_ATTEMPTS } from "./backoff";
import { EngineError } from "./errors";
import { hostProblem, isLasting, type HostProblem } from "./host-problem";
import type { OpenPort } from "./port";
import { disconnected, Session, type Fields, type RequestOptions, type RequestType } from "./session";

export type ConnectionState =
  | { kind: "connecting"; hostIsUp: boolean }
  | { kind: "ready"; version: string }
  | { kind: "waiting"; attempt: number }
  /** We had a connection, lost it, and tried long enough. */
  | { kind: "stopped" }
  /** The browser cannot start or reach the host. */
  | { kind: "unavailable"; problem: HostProblem; detail: string }
  /** The host runs, but the engine does not start. */
  | { kind: "broken"; error: EngineError }
  | { kind: "mismatch"; update: "extension" | "host"; error: null }
  /** The engine refused our version; its own words name the side to update. */
  | { kind: "mismatch"; update: null; error: EngineError };

/** What the rest of the extension needs: ask for something, get its result. */
export interface Client {
  request<T extends RequestType>(type: T, fields: Fields<T>, options?: RequestOptions): Promise<Results[T]>;
}

/** The relay speaks within milliseconds; before that only the browser's own start of the process can be slow. */
const HELLO_MS = 15_000;
/** From the relay's first word to the engine's: it may have to load its libraries from a cold disk. */
const START_MS = 90_000;
/** A connection that lasts so long has recovered; one that fails sooner counts as the next failure in a row. */
const STEADY_MS = 30_000;

export class Connection implements Client {
  readonly state = new Store<ConnectionState>({ kind: "connecting", hostIsUp: false });
  private session: Session | undefined;
  private welcomed = false;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly openPort: OpenPort,
    private readonly version: string,
    private readonly random: () => number = Math.random,
  ) {}

  /** Opens the port, or tries again at the person's wish. */
  start(): void {
    this.attempt = 0;
    this.connect();
  }

  async request<T extends RequestType>(
    type: T,
    fields: Fields<T>,
    options?: RequestOptions,
  ): Promise<Results[T]> {
    if (this.state.value.kind !== "ready" || !this.session) throw disconnected();
    return this.session.request(type, fields, options);
  }

  private connect(): void {
    clearTimeout(this.timer);
    const previous = this.session;
    this.session = undefined;
    previous?.close();
    this.state.set({ kind: "connecting", hostIsUp: false });
    const session: Session = new Session(this.openPort, {
      starting: (protocol) => this.session === session && this.hostIsUp(protocol),
      ended: (reason, error) => this.session === session && this.ended(reason, error),
    });
    this.session = session;
    this.limitGreeting(HELLO_MS);
    void this.greet(session);
  }

  private async greet(session: Session): Promise<void> {
    try {
      const welcome = await session.request(
        "hello",
        { protocol: PROTOCOL, version: this.version },
        { unwatched: true },
      );
      if (this.session !== session) return;
      clearTimeout(this.timer);
      if (welcome.protocol !== PROTOCOL) return this.mismatch(welcome.protocol);
      this.welcomed = true;
      this.timer = setTimeout(() => (this.attempt = 0), STEADY_MS);
      this.state.set({ kind: "ready", version: welcome.version });
    } catch (thrown) {
      if (this.session === session) this.refused(EngineError.from(thrown));
    }
  }

  /** The engine answered the greeting with an error. */
  private refused(error: EngineError): void {
    clearTimeout(this.timer);
    this.drop();
    if (error.code === "version_mismatch") this.state.set({ kind: "mismatch", update: null, error });
    else this.state.set({ kind: "broken", error });
  }

  private hostIsUp(protocol: number): void {
    if (protocol !== PROTOCOL) return this.mismatch(protocol);
    this.limitGreeting(START_MS);
    this.state.set({ kind: "connecting", hostIsUp: true });
  }

  private mismatch(theirs: number): void {
    clearTimeout(this.timer);
    this.drop();
    this.state.set({ kind: "mismatch", update: theirs > PROTOCOL ? "extension" : "host", error: null });
  }

  private limitGreeting(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.drop();
      this.lost("silent", "");
    }, milliseconds);
  }

  /** Closes the session without treating it as lost. */
  private drop(): void {
    const session = this.session;
    this.session = undefined;
    session?.close();
  }

  private ended(reason: string | null, error: EngineError | undefined): void {
    clearTimeout(this.timer);
    this.session = undefined;
    if (error && error.code !== "silent" && error.code !== "disconnected") return this.refused(error);
    this.lost(error ? "silent" : hostProblem(reason), reason ?? "");
  }

  private lost(problem: HostProblem, detail: string): void {
    // Only a host that has worked is worth calling again by itself.
    if (!this.welcomed || isLasting(problem)) {
      this.state.set({ kind: "unavailable", problem, detail });
    } else if (this.attempt >= MAX_ATTEMPTS) {
      this.state.set({ kind: "stopped" });
    } else {
      this.state.set({ kind: "waiting", attempt: this.attempt + 1 });
      this.timer = setTimeout(() => this.connect(), backoff(this.attempt, this.random()));
      this.attempt += 1;
    }
  }
}
