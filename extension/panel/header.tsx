/** The name of the product, and what is in use. */

import type { View } from "../page/view";
import { videoId } from "../page/video";
import { Mark } from "./mark";
import type { Tab } from "./tabs";

export function Header({ tab, view }: { tab: Tab; view: View | null }) {
  return (
    <header>
      <Mark />
      <h1>Ambry</h1>
      <p class="in-use" data-testid="in-use" title={view?.kind === "page" ? view.title : ""}>
        {words(tab, view)}
      </p>
    </header>
  );
}

function words(tab: Tab, view: View | null): string {
  if (tab === "vault") return "Your files";
  if (view?.kind !== "page") return "";
  if (tab === "site") return `This site: ${new URL(view.url).host}`;
  return `${videoId(view.url) ? "This video" : "This page"}: ${view.title}`;
}
