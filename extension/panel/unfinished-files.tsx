/** Uploaded files that wait for a password or for leave to recognise their text; the others have gone on. */

import { useEffect } from "preact/hooks";
import { unfinishedIn } from "../vault/unfinished";
import type { Companion } from "./companion";
import { useStore } from "./use-store";
import { WaitingFiles } from "./waiting-files";

interface Props {
  companion: Companion;
  vault: number;
  ready: boolean;
}

export function UnfinishedFiles({ companion, vault, ready }: Props) {
  const jobs = [...useStore(companion.jobs.all).values()].filter(({ job }) => job.collection === vault);
  const files = unfinishedIn(jobs);
  useEffect(() => {
    if (ready) void companion.jobs.recall(vault).catch(() => undefined); // without a connection there is no trying
  }, [vault, ready]);
  if (files.length === 0) return null;
  return (
    <section class="job" aria-label="Files that wait for you" data-testid="unfinished">
      <WaitingFiles companion={companion} files={files} ready={ready} />
    </section>
  );
}
