/** A job's progress, live, and how it ended. */

import { counts, finished, fraction, headline } from "../jobs/progress";
import { stageLine } from "../jobs/stage";
import { isActive, type WatchedJob } from "../jobs/jobs";
import { EngineError } from "../engine/errors";
import type { Companion } from "./companion";
import { ErrorNote } from "./error-note";
import { JobFiles } from "./job-files";
import { JobReport } from "./job-report";
import { SecondTry } from "./second-try";

interface Props {
  companion: Companion;
  watched: WatchedJob;
  /** Says what the job is about, where that is not plain from the place. */
  titled?: boolean;
}

export function JobProgress({ companion, watched: { job, items, files = [] }, titled = false }: Props) {
  const active = isActive(job);
  const paused = job.state === "paused";
  return (
    <section class="job" aria-label={`Job: ${job.title}`} data-testid="job" data-state={job.state}>
      <div class="job-head">
        <span class="job-stage" role="status" title={headline(job)}>
          {titled && <strong>{job.title}: </strong>}
          {stageLine(headline(job))}
        </span>
        {active && (
          <span class="job-buttons">
            <button
              type="button"
              class="quiet"
              onClick={() => (paused ? companion.resumeJob(job.id) : companion.pauseJob(job.id))}
            >
              {paused ? "Resume" : "Pause"}
            </button>
            <button type="button" class="quiet" onClick={() => companion.cancelJob(job.id)}>
              Stop
            </button>
          </span>
        )}
      </div>
      {active && <Bar part={paused ? (fraction(job) ?? 0) : fraction(job)} />}
      <p class="faint job-counts" data-testid="job-counts">
        {active && job.total > 0 && `${finished(job)} of ${job.total} · `}
        {counts(job)}
      </p>
      {active && <JobFiles companion={companion} job={job} files={files} />}
      {job.error && <ErrorNote error={EngineError.fromView(job.error)} />}
      <SecondTry companion={companion} watched={{ job, items }} />
      {items.length > 0 && (
        <JobReport title={job.title} items={items} onSave={(name, text) => companion.save(name, text)} />
      )}
    </section>
  );
}

export function Bar({ part, label = "Progress" }: { part: number | null; label?: string }) {
  // A progress element without a value shows that nobody knows how far it is.
  return part === null ? (
    <progress aria-label={label} />
  ) : (
    <progress aria-label={label} value={part} max={1} />
  );
}
