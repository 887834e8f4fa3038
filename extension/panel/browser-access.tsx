/** Whether Ambry may open pages of a site in the person's own browser: why, for which site, and how to take it back. */

import { stageLine } from "../jobs/stage";
import type { Companion } from "./companion";
import { useStore } from "./use-store";

interface Props {
  companion: Companion;
  /** With its port when that is not the usual one. */
  host: string;
  /** Why it would help, in words; empty when nobody knows that it would. */
  need: string;
}

export function BrowserAccess({ companion, host, need }: Props) {
  const allowed = useStore(companion.consent.hosts).has(host);
  const opening = useStore(companion.renderer.opening);
  if (allowed) {
    return (
      <section class="access" aria-label="Your browser" data-testid="browser-access" data-state="allowed">
        <p class="faint">
          Ambry may open pages of {host} in your browser.{" "}
          <button type="button" class="quiet" onClick={() => companion.revoke(host)}>
            Take back
          </button>
        </p>
        {opening && (
          <p class="faint job-stage" role="status" title={opening}>
            In a background tab: {stageLine(opening)}
          </p>
        )}
      </section>
    );
  }
  const offer = (
    <>
      <p class="faint">
        Some pages want a login or are made by scripts, so only your browser sees them. If you allow it, Ambry
        opens such pages of {host} in a background tab, one at a time, reads what you would see, and closes
        the tab. It never fills in, presses or sends anything.
      </p>
      <button type="button" class="secondary" onClick={() => companion.allow(host)}>
        Allow opening pages of {host}
      </button>
    </>
  );
  return need ? (
    <section class="job" aria-label="Your browser" data-testid="browser-access" data-state="needed">
      <p>{need}</p>
      {offer}
    </section>
  ) : (
    <details class="add" data-testid="browser-access" data-state="asked">
      <summary>Pages that only you can see</summary>
      <div class="job">{offer}</div>
    </details>
  );
}
