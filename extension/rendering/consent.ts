/** The sites whose pages the person lets Ambry open in their own browser. Asked once for each, and taken back at will. */

import { Store } from "../store";

/** What the browser lets the extension do at a host, ports not told apart. */
export interface SitePermissions {
  has(hostname: string): Promise<boolean>;
  /** Has to be called straight from a click. */
  ask(hostname: string): Promise<boolean>;
  drop(hostname: string): Promise<void>;
}

export interface Memory {
  read(): string[];
  write(hosts: string[]): void;
}

export class Consent {
  /** Hosts, with their port when that is not the usual one. */
  readonly hosts = new Store<ReadonlySet<string>>(new Set());

  constructor(
    private readonly permissions: SitePermissions,
    private readonly memory: Memory,
  ) {}

  /** A permission to read every page that is in view is none to open pages: only what was remembered counts. */
  async load(): Promise<void> {
    const remembered = this.memory.read();
    const allowed = await Promise.all(remembered.map((host) => this.permissions.has(hostname(host))));
    const gone = new Set(remembered.filter((_, index) => !allowed[index]));
    this.keep(this.memory.read().filter((host) => !gone.has(host))); // more may have come meanwhile
  }

  /** Whether the person allows it. Has to be called straight from a click. */
  async ask(host: string): Promise<boolean> {
    const allowed = await this.permissions.ask(hostname(host));
    if (allowed) this.keep([...this.memory.read(), host]);
    return allowed;
  }

  async revoke(host: string): Promise<void> {
    const others = this.memory.read().filter((other) => other !== host);
    this.keep(others);
    if (!others.some((other) => hostname(other) === hostname(host)))
      await this.permissions.drop(hostname(host));
  }

  private keep(hosts: string[]): void {
    const kept = new Set(hosts);
    this.memory.write([...kept]);
    this.hosts.set(kept);
  }
}

function hostname(host: string): string {
  return new URL(`http://${host}`).hostname;
}
