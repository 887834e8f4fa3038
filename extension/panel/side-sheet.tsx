/** What lies beside the chat, or over it where the panel is narrow: a document, or the documents of a vault. */

import { useEffect, useRef } from "preact/hooks";
import type { Sheet } from "../viewer/viewer";
import type { Companion } from "./companion";
import { DocumentList } from "./document-list";
import { DocumentSheetView } from "./document-sheet";
import { useStore } from "./use-store";

export function SideSheet({ companion }: { companion: Companion }) {
  const { viewer } = companion;
  const sheets = useStore(viewer.sheets);
  const sheet = sheets.at(-1);
  const back = useRef<HTMLButtonElement>(null);
  const open = sheet !== undefined;
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    back.current?.focus({ preventScroll: true });
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) viewer.back();
    };
    addEventListener("keydown", press);
    return () => {
      removeEventListener("keydown", press);
      // Where the person was in the chat: not at its top, where they would begin anew.
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [open]);
  if (!sheet) return null;
  return (
    <section class="sheet" aria-label={titleOf(sheet)} data-testid="sheet">
      <div class="sheet-bar">
        <button ref={back} type="button" class="quiet" onClick={() => viewer.back()}>
          ← {sheets.length > 1 ? "Documents" : "Chat"}
        </button>
        <h2 dir="auto" title={titleOf(sheet)}>
          {titleOf(sheet)}
        </h2>
        <button type="button" class="quiet" aria-label="Close" onClick={() => viewer.close()}>
          ✕
        </button>
      </div>
      {sheets.map((one) => (
        // Those below stay as they are: back in a list, a person finds what they had found in it.
        <div key={one.kind} class="sheet-body" hidden={one !== sheet}>
          {one.kind === "list" ? (
            <DocumentList companion={companion} sheet={one} />
          ) : (
            <DocumentSheetView
              key={`${one.document} ${one.passage?.start ?? ""} ${one.passage?.quote ?? ""}`}
              companion={companion}
              sheet={one}
            />
          )}
        </div>
      ))}
    </section>
  );
}

function titleOf(sheet: Sheet): string {
  return sheet.kind === "list"
    ? sheet.vault.title || sheet.vault.key
    : sheet.text?.document.title || sheet.title;
}
