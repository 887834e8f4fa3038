/** The side panel. */

import { useState } from "preact/hooks";
import { EngineError } from "../engine/errors";
import { subjectOf, type Companion } from "./companion";
import { ConnectionScreen } from "./connection-screen";
import { ErrorNote } from "./error-note";
import { Footer } from "./footer";
import { Header } from "./header";
import { PagePane } from "./page-pane";
import { SideSheet } from "./side-sheet";
import { SitePane } from "./site-pane";
import { Tabs, type Tab } from "./tabs";
import { useStore } from "./use-store";
import { VaultPane } from "./vault-pane";

const PANES = { page: PagePane, site: SitePane, vault: VaultPane };

export function App({ companion }: { companion: Companion }) {
  const [tab, setTab] = useState<Tab>("page");
  const select = (chosen: Tab) => {
    companion.problem.set(null); // it belongs to the tab that is left
    setTab(chosen);
  };
  const view = useStore(companion.view);
  const state = useStore(companion.connection.state);
  const status = useStore(companion.status);
  const problem = useStore(companion.problem);
  const allowed = useStore(companion.consent.hosts);
  const ready = state.kind === "ready";
  const passing = ready || state.kind === "connecting" || state.kind === "waiting";
  const Pane = PANES[tab];
  return (
    <div class="layout">
      <main class="panel">
        <Header tab={tab} view={view} />
        <Tabs selected={tab} video={subjectOf(view)?.kind === "video"} onSelect={select} />
        <section id="pane" role="tabpanel" aria-labelledby={`tab-${tab}`}>
          {status && passing ? (
            <>
              {!ready && (
                <p class="banner" role="status">
                  The connection was lost. Reconnecting…
                </p>
              )}
              {problem && <ErrorNote error={problem} />}
              {status.problem && <ErrorNote error={EngineError.fromView(status.problem)} />}
              <Pane companion={companion} ready={ready} />
            </>
          ) : (
            <ConnectionScreen
              state={state}
              extensionId={companion.surroundings.extensionId}
              version={companion.surroundings.version}
              onCheck={() => companion.start()}
            />
          )}
        </section>
        <Footer
          state={state}
          status={status}
          onChoose={(provider, model) => companion.chooseProvider(provider, model)}
          onOpen={() => void companion.refresh()}
          allowed={allowed}
          onRevoke={(host) => companion.revoke(host)}
        />
      </main>
      <SideSheet companion={companion} />
    </div>
  );
}
