/** Index the site in view, watch it happen, and ask about all of it. */

import { useEffect, useState } from "preact/hooks";
import type { CollectionView } from "../contract";
import { isActive } from "../jobs/jobs";
import { useStore } from "./use-store";
import type { Companion } from "./companion";
import { Conversation } from "./conversation";
import { Empty } from "./empty";
import { JobProgress } from "./job-progress";
import { PageAccess } from "./page-access";
import { RunningJobs } from "./running-jobs";

export function SitePane({ companion, ready }: { companion: Companion; ready: boolean }) {
  const view = useStore(companion.view);
  const status = useStore(companion.status);
  const watchedJobs = useStore(companion.jobs.all);
  const [site, setSite] = useState<CollectionView | null>(null);
  const url = view?.kind === "page" ? new URL(view.url) : null;
  const host = url?.host ?? "";

  useEffect(() => {
    setSite((known) => (known?.key === host ? known : null));
    if (!host || !ready) return;
    let current = true;
    void companion.findSite(host).then((found) => current && setSite(found));
    return () => void (current = false);
  }, [host, ready, status, watchedJobs.size]);

  const job = site ? companion.jobs.on(site.id) : undefined;
  const active = job !== undefined && isActive(job.job);
  const index = () => {
    if (view?.kind === "page" && url) companion.indexSite(`${url.origin}/`, view.tab);
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
      <RunningJobs companion={companion} except={site?.id} />
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
          {job && <JobProgress watched={job} onStop={() => companion.cancelJob(job.job.id)} />}
          {!active && (
            <button type="button" class={subject ? "secondary" : "primary"} disabled={!ready} onClick={index}>
              {subject ? "Update the index" : "Index this site"}
            </button>
          )}
        </Empty>
      )}
    </Conversation>
  );
}
