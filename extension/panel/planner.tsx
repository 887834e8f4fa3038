/** Finds out what there is to read of the site in view, and starts reading it. */

import { useEffect, useRef } from "preact/hooks";
import type { SiteInView } from "../site/sites";
import { chosenPages } from "../site/plan-words";
import type { Companion } from "./companion";
import { ErrorNote } from "./error-note";
import { SitePlan } from "./site-plan";
import { useStore } from "./use-store";

interface Props {
  companion: Companion;
  place: SiteInView;
  ready: boolean;
  /** Whether a plan is wanted without the person asking for one: there is no index yet. */
  asked: boolean;
}

/** Tabs that are only passed by are not planned for. */
const PASSING_MS = 300;

export function Planner({ companion, place, ready, asked }: Props) {
  const { planning } = companion;
  const state = useStore(planning.state);
  const wasAsked = useRef(asked);
  useEffect(() => {
    const answered = wasAsked.current && !asked; // an index has come, and nobody wants a plan any more
    wasAsked.current = asked;
    if (planning.covers(place.url) && !answered) return;
    planning.clear();
    if (!asked || !ready) return;
    const timer = setTimeout(() => void planning.look(place, null), PASSING_MS);
    return () => clearTimeout(timer);
  }, [place.url, ready, asked]);

  switch (state.kind) {
    case "none":
      return asked ? <p class="stage">Looking at what there is to read</p> : null;
    case "looking":
      return (
        <p class="stage" role="status">
          {state.stage || "Looking at what there is to read"}
        </p>
      );
    case "failed":
      return (
        <>
          <ErrorNote error={state.error} />
          <button type="button" class="secondary" onClick={() => void planning.look(place, null)}>
            Look again
          </button>
        </>
      );
    case "ready":
      return (
        <>
          <SitePlan
            planned={state}
            planning={planning}
            onPrefix={(prefix) => void planning.look(place, prefix)}
          />
          <button
            type="button"
            class="primary"
            disabled={
              !ready || (state.plan.source === "sitemap" && chosenPages(state.plan, state.excluded) === 0)
            }
            onClick={() => companion.indexSite(place, state)}
          >
            {asked ? "Index this site" : "Index this choice"}
          </button>
        </>
      );
  }
}
