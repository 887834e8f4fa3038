/** What can be done with the site in view: plan it, index it, keep its index fresh. */

import type { CollectionView, SitePlanResult } from "../contract";
import type { Client } from "../engine/connection";
import type { Jobs } from "../jobs/jobs";
import { follow, type CaptureTab, type OpenOptions } from "../page/reader";
import type { Plan } from "./planning";

export interface SiteInView {
  tab: number;
  url: string;
}

export interface Limits {
  pages: number;
  depth: number;
}

/** What the engine takes when it is told nothing. */
export const LIMITS: Limits = { pages: 500, depth: 3 };

/** How often a site is read again by itself, in hours. */
export const SCHEDULES = [
  { hours: 0, name: "never" },
  { hours: 24, name: "daily" },
  { hours: 168, name: "weekly" },
] as const;

export class Sites {
  constructor(
    private readonly client: Client,
    private readonly jobs: Jobs,
    private readonly captureTab: CaptureTab,
  ) {}

  /** The collection that the page belongs to. */
  async find(url: string): Promise<CollectionView | null> {
    const { host, pathname } = new URL(url);
    return (await this.client.request("find_collection", { kind: "site", key: host + pathname })).collection;
  }

  /** `prefix` null: inferred from the page. */
  async plan(site: SiteInView, prefix: string | null, options: OpenOptions): Promise<SitePlanResult> {
    const sitemaps = await this.sitemaps(site.tab);
    return this.client.request("plan_site", { url: site.url, sitemaps, prefix }, follow(options));
  }

  async index(site: SiteInView, { plan, excluded, limits }: Plan): Promise<void> {
    const { job } = await this.client.request("index_site", {
      url: plan.url,
      prefix: plan.prefix,
      sitemaps: await this.sitemaps(site.tab),
      exclude: [...excluded],
      max_pages: limits.pages,
      max_depth: limits.depth,
    });
    void this.jobs.watch(job);
  }

  /** Reads it again as it was indexed last. */
  async refresh(collection: number): Promise<void> {
    const { job } = await this.client.request("refresh_site", { collection });
    void this.jobs.watch(job);
  }

  async schedule(collection: number, hours: number): Promise<void> {
    await this.client.request("site_schedule", { collection, hours });
  }

  /** Those that the page itself names; the host finds the usual ones. */
  private async sitemaps(tab: number): Promise<readonly string[]> {
    const capture = await this.captureTab(tab).catch(() => null);
    return capture?.sitemaps ?? [];
  }
}
