/** Index the site in view, watch it happen, and ask about all of it. */

import { useEffect, useState } from "preact/hooks";
import type { CollectionView } from "../contract";
import { EngineError } from "../engine/errors";
import { isActive } from "../jobs/jobs";
import { useStore } from "./use-store";
import type { Companion } from "./companion";
import { Conversation } from "./conversation";
import { Empty } from "./empty";
import { ErrorNote } from "./error-note";
import { JobProgress } from "./job-progress";
import { PageAccess } from "./page-access";

export function SitePane({ companion, ready }: { companion: Companion; ready: boolean }) {
  const view = useStore(companion.view);
  const status = useStore(companion.status);
  const watchedJobs = useStore(companion.jobs.all);
  const [site, setSite] = useState<CollectionView | null>(null);
  const [error, setError] = useState<EngineError | null>(null);
  const url = view?.kind === "page" ? new URL(view.url) : null;
  const host = url?.host ?? "";

  useEffect(() => {
    setSite((known) => (known?.key === host ? known : null));
    if (!host || !ready) return;
    let current = true;
    const show = (found: CollectionView | null) => current && setSite(found);
    companion.findSite(host).then(show, (thrown) => current && setError(EngineError.from(thrown)));
    return () => void (current = false);
  }, [host, ready, status, watchedJobs.size]);

  const job = site ? companion.jobs.on(site.id) : undefined;
  const active = job !== undefined && isActive(job.job);
  const index = async () => {
    if (view?.kind !== "page" || !url) return;
    setError(null);
    try {
      await companion.indexSite(`${url.origin}/`, view.tab);
    } catch (thrown) {
      setError(EngineError.from(thrown));
    }
  };
  const subject =
    site && site.documents > 0 ? ({ kind: "site", collection: site.id, title: host } as const) : null;
  return (
    <Conversation
      companion={companion}
      kinds={["site"]}
      subject={subject}
      ready={ready}
      hint={`Ask about ${host || "a site"}`}
    >
      <PageAccess view={view} onAllow={() => void companion.surroundings.askToReadAll()} />
      {url && (
        <Empty title={subject ? host : `Ask about all of ${host}`}>
          {subject && site ? (
            <p>
              {site.documents} {site.documents === 1 ? "page" : "pages"} indexed on this computer.
            </p>
          ) : (
            <p>
              Ambry reads the site's pages once, indexes them on this computer, and answers from all of them.
            </p>
          )}
          {job && <JobProgress watched={job} onStop={() => void companion.jobs.cancel(job.job.id)} />}
          {!active && (
            <button
              type="button"
              class={subject ? "secondary" : "primary"}
              disabled={!ready}
              onClick={() => void index()}
            >
              {subject ? "Update the index" : "Index this site"}
            </button>
          )}
          {error && <ErrorNote error={error} />}
        </Empty>
      )}
    </Conversation>
  );
}
