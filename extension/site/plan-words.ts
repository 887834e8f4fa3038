/** A plan in words, before any page has been read. */

import type { SitePlanResult } from "../contract";
import { pagesTicked, sectionTree, type Excluded } from "./sections";

/** How many of the planned pages are ticked. */
export function chosenPages(plan: SitePlanResult, excluded: Excluded): number {
  return sectionTree(plan.sections).reduce((sum, section) => sum + pagesTicked(section, excluded), 0);
}

/** How much there is to read, and where the limit cuts it off. */
export function headline(plan: SitePlanResult, excluded: Excluded, maxPages: number): string {
  if (plan.source === "links") return "Pages are found link by link, from this page on.";
  const chosen = chosenPages(plan, excluded);
  if (chosen > maxPages) return `The first ${number(maxPages)} of ${pages(chosen)}`;
  if (chosen < plan.pages) return `${number(chosen)} of ${pages(plan.pages)}`;
  return pages(chosen);
}

/** Empty when the plan is for all of the site. */
export function below(plan: SitePlanResult): string {
  if (!plan.prefix) return "";
  const others = plan.site_pages - plan.pages;
  return others > 0 ? `below ${plan.prefix}; ${pages(others)} elsewhere on the site` : `below ${plan.prefix}`;
}

export function browserNeed(plan: SitePlanResult): string {
  if (plan.needs_browser === 0) return "";
  return plan.needs_browser === 1
    ? "About one page can be read only in your own browser."
    : `About ${number(plan.needs_browser)} pages can be read only in your own browser.`;
}

export function pages(count: number): string {
  return count === 1 ? "1 page" : `${number(count)} pages`;
}

/** Whether a page is part of what was planned, so that walking about the site makes no new plan. */
export function covers(plan: SitePlanResult, address: string): boolean {
  const url = new URL(address);
  return url.host === plan.site && `${url.pathname}/`.startsWith(`${plan.prefix}/`);
}

/** As a path prefix is written: one slash before it, none after. */
export function asPrefix(text: string): string {
  const path = text.trim().replace(/^\/+|\/+$/g, "");
  return path && `/${path}`;
}

function number(count: number): string {
  return count.toLocaleString("en");
}
