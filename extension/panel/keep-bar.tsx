/** Adds the page or video in view to a vault, or says in which it is. */

import { useEffect, useState } from "preact/hooks";
import type { KeptView } from "../contract";
import type { InView } from "../vault/keeper";
import type { Companion } from "./companion";
import { ErrorNote } from "./error-note";
import { useStore } from "./use-store";
import { VaultChoice } from "./vault-choice";
import { FIRST_VAULT, useVaults } from "./vaults";

interface Props {
  companion: Companion;
  view: InView;
  ready: boolean;
}

export function KeepBar({ companion, view, ready }: Props) {
  const { keeper, viewer } = companion;
  const keeping = useStore(keeper.keeping);
  const exchanges = useStore(companion.chat.exchanges);
  const read = exchanges.filter(({ state }) => state === "done").length; // what is in view may have been read anew
  useEffect(() => {
    if (ready) void keeper.look(view);
  }, [view.url, ready, read]);
  if (keeping?.url !== view.url) return null;
  const { kept, stage, note, error } = keeping;
  return (
    <section class="keep" aria-label="Vault" data-testid="keep">
      {kept.map((one) => (
        <InVault
          key={one.document.id}
          kept={one}
          busy={stage !== "" || !ready}
          onOpen={() => void viewer.openDocument(one.document.id, one.document.title)}
          onUpdate={() => void keeper.keep(view, one.vault)}
        />
      ))}
      {kept.length === 0 && !stage && (
        <AddToVault companion={companion} ready={ready} onAdd={(vault) => void keeper.keep(view, vault)} />
      )}
      {stage && (
        <p class="job-head">
          <span class="stage" role="status">
            {stage}…
          </span>
          <button type="button" class="quiet" onClick={() => keeper.stop()}>
            Stop
          </button>
        </p>
      )}
      {note && (
        <p class="faint" role="status">
          {note}
        </p>
      )}
      {error && <ErrorNote error={error} />}
    </section>
  );
}

interface InVaultProps {
  kept: KeptView;
  busy: boolean;
  onOpen: () => void;
  onUpdate: () => void;
}

function InVault({ kept: { vault, changed }, busy, onOpen, onUpdate }: InVaultProps) {
  return (
    <p class="job-head">
      <span class="job-stage">
        In vault: <strong>{vault}</strong>
        {changed && <span class="faint"> · changed since</span>}
      </span>
      <span class="job-buttons">
        <button type="button" class="quiet" onClick={onOpen}>
          Read it
        </button>
        {changed !== false && (
          <button type="button" class="quiet" disabled={busy} onClick={onUpdate}>
            Update
          </button>
        )}
      </span>
    </p>
  );
}

function AddToVault({
  companion,
  ready,
  onAdd,
}: Pick<Props, "companion" | "ready"> & { onAdd: (vault: string) => void }) {
  const names = useVaults(companion).map(({ key }) => key);
  const [chosen, setChosen] = useState<string | null>(null);
  const name = (chosen ?? names[0] ?? FIRST_VAULT).trim();
  return (
    <details class="add">
      <summary>Add to vault</summary>
      <div class="keep-choice">
        <VaultChoice names={names} selected={chosen ?? names[0] ?? FIRST_VAULT} onSelect={setChosen} />
        <button type="button" class="primary" disabled={!ready || name === ""} onClick={() => onAdd(name)}>
          Add
        </button>
      </div>
    </details>
  );
}
