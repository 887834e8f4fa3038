/** The files that a job has still to add, each with a way to take it out. */

import type { JobFileView, JobView } from "../contract";
import { finished } from "../jobs/progress";
import type { Companion } from "./companion";

interface Props {
  companion: Companion;
  job: JobView;
  files: readonly JobFileView[];
}

export function JobFiles({ companion, job, files }: Props) {
  if (files.length === 0) return null;
  const more = job.total - finished(job) - files.length;
  return (
    <>
      <ul class="items" aria-label="Files to come" data-testid="job-files">
        {files.map(({ path, state }) => (
          <li key={path} data-state={state}>
            <span class="path" title={path}>
              {path}
            </span>
            <span class="faint">{state}</span>
            {state !== "indexing" && (
              <LeaveOut path={path} onClick={() => companion.leaveOutFile(job.id, path)} />
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p class="faint">and {more.toLocaleString("en")} more</p>}
    </>
  );
}

export function LeaveOut({ path, onClick }: { path: string; onClick: () => void }) {
  return (
    <button type="button" class="quiet" aria-label={`Cancel ${path}`} onClick={onClick}>
      Cancel
    </button>
  );
}
