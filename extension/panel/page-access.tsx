/** Why the page in view cannot be read, and how it can. */

import type { View } from "../page/view";
import { Empty } from "./empty";

interface Props {
  view: View | null;
  onAllow: () => void;
}

export function PageAccess({ view, onAllow }: Props) {
  if (view === null || view.kind === "page") return null;
  if (view.kind === "restricted") {
    return (
      <Empty title="This page cannot be read">
        <p>
          The browser keeps its own pages, its extension store and local files to itself. Open any web page
          and ask about it here.
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="May Ambry read this page?">
      <p>
        The browser shows Ambry only the tab whose toolbar button you clicked. Click the button on this tab
        too, or allow all pages once so that the panel can follow you from tab to tab.
      </p>
      <button type="button" class="primary" onClick={onAllow}>
        Allow reading pages
      </button>
      <p class="faint">Ambry reads a page only when you ask about it.</p>
    </Empty>
  );
}
