/** The plan for the site in view, and what the person has chosen of it. */

import type { SitePlanResult } from "../contract";
import { EngineError } from "../engine/errors";
import { Store } from "../store";
import { covers } from "./plan-words";
import { sectionTree, toggle, type Excluded, type Section } from "./sections";
import { LIMITS, type Limits, type SiteInView, type Sites } from "./sites";

export interface Plan {
  kind: "ready";
  plan: SitePlanResult;
  sections: readonly Section[];
  excluded: Excluded;
  limits: Limits;
}

/** `url`: the page that it is made for. */
export type PlanState =
  | { kind: "none" }
  | { kind: "looking"; url: string; stage: string }
  | { kind: "failed"; url: string; error: EngineError }
  | Plan;

export class Planning {
  readonly state = new Store<PlanState>({ kind: "none" });
  private looking: AbortController | undefined;

  constructor(private readonly sites: Sites) {}

  /** Whether the plan, or the search for one, is for this page too. */
  covers(url: string): boolean {
    const state = this.state.value;
    if (state.kind === "none") return false;
    return state.kind === "ready" ? covers(state.plan, url) : state.url === url;
  }

  /** Finds out what there is to read. `prefix` null: as the page suggests. */
  async look(site: SiteInView, prefix: string | null): Promise<void> {
    this.looking?.abort();
    const control = new AbortController();
    this.looking = control;
    const limits = this.state.value.kind === "ready" ? this.state.value.limits : LIMITS;
    const { url } = site;
    this.state.set({ kind: "looking", url, stage: "" });
    const onStage = (stage: string) => {
      if (!control.signal.aborted) this.state.set({ kind: "looking", url, stage });
    };
    try {
      const plan = await this.sites.plan(site, prefix, { signal: control.signal, onStage });
      if (control.signal.aborted) return;
      const sections = sectionTree(plan.sections);
      this.state.set({ kind: "ready", plan, sections, excluded: new Set(), limits });
    } catch (thrown) {
      if (!control.signal.aborted) this.state.set({ kind: "failed", url, error: EngineError.from(thrown) });
    }
  }

  clear(): void {
    this.looking?.abort();
    if (this.state.value.kind !== "none") this.state.set({ kind: "none" });
  }

  toggle(section: Section): void {
    this.change(({ sections, excluded }) => ({ excluded: toggle(sections, section, excluded) }));
  }

  limit(limits: Partial<Limits>): void {
    this.change((plan) => ({ limits: { ...plan.limits, ...limits } }));
  }

  private change(change: (plan: Plan) => Partial<Plan>): void {
    const state = this.state.value;
    if (state.kind === "ready") this.state.set({ ...state, ...change(state) });
  }
}
