/** Work that goes on elsewhere: a person who opens the panel sees it wherever they are. */

import { isActive } from "../jobs/jobs";
import type { Companion } from "./companion";
import { JobProgress } from "./job-progress";
import { useStore } from "./use-store";

interface Props {
  companion: Companion;
  /** The collection whose job is shown already. */
  except?: number | undefined;
}

export function RunningJobs({ companion, except }: Props) {
  const running = [...useStore(companion.jobs.all).values()].filter(
    ({ job }) => isActive(job) && job.collection !== except,
  );
  return (
    <>
      {running.map((watched) => (
        <JobProgress key={watched.job.id} companion={companion} watched={watched} titled />
      ))}
    </>
  );
}
