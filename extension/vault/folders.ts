/** Folders on this computer that a vault follows. The engine watches them; this shows them and says which. */

import type { FolderView } from "../contract";
import type { Client } from "../engine/connection";
import type { Jobs } from "../jobs/jobs";
import { Store } from "../store";

export class WatchedFolders {
  readonly all = new Store<readonly FolderView[]>([]);
  private following: AbortController | undefined;

  constructor(
    private readonly client: Client,
    private readonly jobs: Jobs,
    /** Called when there are other documents than before. */
    private readonly onChange: () => void,
  ) {}

  /** Shows them as they change: after the panel opens, and after the connection was lost. */
  async follow(): Promise<void> {
    this.following?.abort();
    this.following = new AbortController();
    await this.client
      .request(
        "follow_folders",
        {},
        {
          signal: this.following.signal,
          patience: Number.POSITIVE_INFINITY, // nothing may change for days
          onEvent: (event) => {
            if (event.type === "folders") this.show(event.folders);
          },
        },
      )
      .catch(() => undefined); // the connection was lost, which is shown elsewhere
  }

  /** Also for one that is watched already: it is read again, with these exclusions. */
  async watch(vault: string, path: string, exclude: readonly string[]): Promise<void> {
    const { job } = await this.client.request("watch_folder", { vault, path, exclude });
    void this.jobs.watch(job);
  }

  async unwatch(folder: number, keep: boolean): Promise<void> {
    await this.client.request("unwatch_folder", { folder, keep });
  }

  private show(folders: readonly FolderView[]): void {
    const before = this.all.value;
    this.all.set(folders);
    if (sum(before) !== sum(folders)) this.onChange();
    // What the engine reads by itself, when much has changed, is a job like any other.
    if (folders.some(({ state }) => state === "reading")) void this.jobs.resume().catch(() => undefined);
  }
}

function sum(folders: readonly FolderView[]): string {
  return folders.map(({ id, documents, changed }) => `${id} ${documents} ${changed}`).join();
}
