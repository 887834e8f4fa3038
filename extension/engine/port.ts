/** What the connection needs of a native-messaging port; `browser/native-port.ts` is the real one. */

export interface HostPort {
  /** Throws when the browser refuses the message, for example over 64 MiB in Chromium. */
  post(message: object): void;
  close(): void;
}

export interface PortListener {
  message(message: unknown): void;
  /** The browser's own words, or null when it gives none. Not called after `close`. */
  closed(reason: string | null): void;
}

export type OpenPort = (listener: PortListener) => HostPort;
