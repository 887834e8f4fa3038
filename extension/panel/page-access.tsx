/** Why the page in view cannot be read, and how it can. */

import type { View } from "../page/view";
import { Empty } from "./empty";

/** What the question box says while the page in view cannot be asked about. */
export function accessHint(view: View | null): string {
  return view?.kind === "hidden"
    ? "Allow reading this page to ask about it"
    : "Open a web page to ask about it";
}

interface Props {
  view: View | null;
  /** Whether it stands above a conversation, in one line, where it stays in sight. */
  brief: boolean;
  onAllow: () => void;
}

export function PageAccess({ view, brief, onAllow }: Props) {
  if (view === null || view.kind === "page") return null;
  if (view.kind === "restricted") {
    return brief ? (
      <p class="banner">The browser lets nobody read this page. Open any web page to ask about it.</p>
    ) : (
      <Empty title="This page cannot be read">
        <p>
          The browser keeps its own pages, its extension store and local files to itself. Open any web page
          and ask about it here.
        </p>
      </Empty>
    );
  }
  return brief ? (
    <p class="banner">
      May Ambry read this page?{" "}
      <button type="button" class="link" onClick={onAllow}>
        Allow reading pages
      </button>
    </p>
  ) : (
    <Empty title="May Ambry read this page?">
      <p>
        The browser shows Ambry only the tab whose toolbar button you clicked. Click the button on this tab
        too, or allow all pages once so that the panel can follow you from tab to tab.
      </p>
      <button type="button" class="primary" onClick={onAllow}>
        Allow reading pages
      </button>
      <p class="faint">
        Ambry reads a page only when you ask about it. The browser's own pages and its extension store stay
        closed to it.
      </p>
    </Empty>
  );
}
