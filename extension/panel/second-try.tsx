/** Pages that a job could not have: let the person's browser open them, or try them again. */

import { waysOn } from "../jobs/ways-on";
import type { WatchedJob } from "../jobs/jobs";
import { pages } from "../site/plan-words";
import type { Companion } from "./companion";

export function SecondTry({
  companion,
  watched: { job, items },
}: {
  companion: Companion;
  watched: WatchedJob;
}) {
  const { again, walled, host } = waysOn(job, items);
  if (again === 0) return null;
  return (
    <section class="second-try" aria-label="Pages that failed" data-testid="second-try">
      {walled > 0 && (
        <>
          <p>{pages(walled)} can be read only in your own browser.</p>
          <p class="faint">
            Each is opened in a background tab, read and closed, one at a time; nothing is filled in, pressed
            or sent.
          </p>
          <button type="button" class="secondary" onClick={() => companion.openWalled(host, job.id)}>
            Open these in my browser
          </button>
        </>
      )}
      {again > walled && (
        <button type="button" class="quiet" onClick={() => companion.retryJob(job.id)}>
          Try failed pages again
        </button>
      )}
    </section>
  );
}
