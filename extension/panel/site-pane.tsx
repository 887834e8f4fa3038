/** Plan the site in view, index it, watch it happen, and ask about all of it. */

import { useEffect, useState } from "preact/hooks";
import type { CollectionView } from "../contract";
import { isActive, renewing } from "../jobs/jobs";
import { browserNeed } from "../site/plan-words";
import { BrowserAccess } from "./browser-access";
import type { Companion } from "./companion";
import { Conversation } from "./conversation";
import { Empty } from "./empty";
import { JobProgress } from "./job-progress";
import { OutdatedNote } from "./outdated-note";
import { accessHint, PageAccess } from "./page-access";
import { Planner } from "./planner";
import { RunningJobs } from "./running-jobs";
import { SiteIndex } from "./site-index";
import { useStore } from "./use-store";

export function SitePane({ companion, ready }: { companion: Companion; ready: boolean }) {
  const view = useStore(companion.view);
  useStore(companion.jobs.all);
  const planned = useStore(companion.planning.state);
  const site = useSite(companion, ready);
  const place = view?.kind === "page" ? { tab: view.tab, url: view.url } : null;
  const host = place ? new URL(place.url).host : "";
  const job = site ? companion.jobs.on(site.id) : undefined;
  const active = job !== undefined && isActive(job.job);
  const indexed = site && site.documents > 0 ? site : null;
  const subject = indexed ? ({ kind: "site", collection: indexed.id, title: indexed.key } as const) : null;
  const need = planned.kind === "ready" && !active ? browserNeed(planned.plan) : "";
  // With pages left out, the way to read them has to be in sight.
  const inside = indexed !== null && !need && !(job && job.job.failed + job.job.skipped > 0);
  const access = <BrowserAccess companion={companion} host={host} need={need} />;
  const fresh = useStore(companion.chat.exchanges).every((exchange) => exchange.subject.kind !== "site");
  const blocked = (
    <PageAccess view={view} brief={!fresh} onAllow={() => void companion.surroundings.askToReadAll()} />
  );
  return (
    <>
      {!fresh && blocked}
      <Conversation
        companion={companion}
        tab="site"
        kinds={["site"]}
        subject={subject}
        ready={ready}
        hint={
          subject
            ? `Ask about ${subject.title}`
            : place
              ? active
                ? "Wait for the first pages to ask about them"
                : "Index this site to ask about it"
              : accessHint(view)
        }
      >
        <RunningJobs companion={companion} except={site?.id} />
        {fresh && blocked}
        {place && site !== undefined && (
          <Empty title={indexed ? indexed.key : `Ask about all of ${host}`}>
            {indexed ? (
              <SiteIndex
                site={indexed}
                disabled={!ready || active}
                onUpdate={() => companion.refreshSite(indexed.id)}
                onChange={() => void companion.planning.look(place, indexed.key.slice(host.length))}
                onSchedule={(hours) => companion.scheduleSite(indexed.id, hours)}
              >
                {inside && access}
              </SiteIndex>
            ) : (
              <p>
                Ambry reads the site's pages once, indexes them on this computer, and answers from all of
                them.
              </p>
            )}
            {indexed && (
              <OutdatedNote companion={companion} collection={indexed} disabled={!ready || renewing(job)} />
            )}
            {job && <JobProgress companion={companion} watched={job} />}
            {!active && (
              <Planner companion={companion} place={place} ready={ready} asked={indexed === null} />
            )}
            {!inside && access}
          </Empty>
        )}
      </Conversation>
    </>
  );
}

/** The collection that the page in view belongs to; undefined until the engine has told. */
function useSite(companion: Companion, ready: boolean): CollectionView | null | undefined {
  const view = useStore(companion.view);
  const status = useStore(companion.status);
  const started = useStore(companion.jobs.all).size;
  const [site, setSite] = useState<{ url: string; found: CollectionView | null }>();
  const url = view?.kind === "page" ? view.url : "";
  useEffect(() => {
    if (!url || !ready) return;
    let current = true;
    void companion.findSite(url).then((found) => current && setSite({ url, found }));
    return () => void (current = false);
  }, [url, ready, status, started]);
  const isOfPage = site && url && new URL(site.url).host === new URL(url).host;
  return isOfPage ? site.found : undefined;
}
