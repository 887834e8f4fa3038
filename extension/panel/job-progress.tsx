/** A job's progress, live, and how it ended. */

import { counts, finished, fraction, headline } from "../jobs/progress";
import { isActive, type WatchedJob } from "../jobs/jobs";
import { EngineError } from "../engine/errors";
import { ErrorNote } from "./error-note";

interface Props {
  watched: WatchedJob;
  /** Says what the job is about, where that is not plain from the place. */
  titled?: boolean;
  onStop: () => void;
}

export function JobProgress({ watched: { job, items }, titled = false, onStop }: Props) {
  const part = fraction(job);
  const troubled = items.filter((item) => item.state === "failed" || item.state === "skipped");
  return (
    <section class="job" aria-label={`Job: ${job.title}`} data-testid="job" data-state={job.state}>
      <div class="job-head">
        <span class="job-stage" role="status">
          {titled && <strong>{job.title}: </strong>}
          {headline(job)}
        </span>
        {isActive(job) && (
          <button type="button" class="quiet" onClick={onStop}>
            Stop
          </button>
        )}
      </div>
      {isActive(job) && <Bar part={part} />}
      <p class="faint" data-testid="job-counts">
        {isActive(job) && job.total > 0 && `${finished(job)} of ${job.total} · `}
        {counts(job)}
      </p>
      {job.error && <ErrorNote error={EngineError.fromView(job.error)} />}
      {troubled.length > 0 && (
        <details>
          <summary>{troubled.length} left out, and why</summary>
          <ul class="items">
            {troubled.map((item) => (
              <li key={item.uri}>
                <span class="path">{item.uri}</span> {item.reason}
              </li>
            ))}
          </ul>
        </details>
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
