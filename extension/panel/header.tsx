/** The name of the product, and what is in use. */

import type { View } from "../page/view";
import { subjectOf } from "./companion";
import { Mark } from "./mark";
import type { Tab } from "./tabs";

export function Header({ tab, view }: { tab: Tab; view: View | null }) {
  return (
    <header>
      <Mark />
      <h1>Ambry</h1>
      <p class="in-use" data-testid="in-use" title={view?.kind === "page" ? view.title : ""}>
        <InUse tab={tab} view={view} />
      </p>
    </header>
  );
}

function InUse({ tab, view }: { tab: Tab; view: View | null }) {
  if (tab === "vault") return <>Your files</>;
  const subject = subjectOf(view);
  if (!subject) return null;
  if (tab === "site") return <>This site: {new URL(subject.url).host}</>;
  return (
    <>
      This {subject.kind}: <bdi>{subject.title}</bdi>
    </>
  );
}
