/** What works behind the panel: the connection, who writes answers, the embedding model, what was allowed. */

import type { ProviderView, StatusResult } from "../contract";
import type { ConnectionState } from "../engine/connection";
import { Words } from "./words";

interface Props {
  state: ConnectionState;
  status: StatusResult | null;
  onChoose: (provider: string, model: string) => void;
  onOpen: () => void;
  /** Sites whose pages may be opened in the person's browser. */
  allowed: ReadonlySet<string>;
  onRevoke: (host: string) => void;
}

export function Footer({ state, status, onChoose, onOpen, allowed, onRevoke }: Props) {
  const chosen = status?.providers.find((provider) => provider.name === status.chosen);
  return (
    <footer>
      <details class="engine" onToggle={(event) => event.currentTarget.open && onOpen()}>
        <summary>
          <span class="dot" data-state={state.kind} />
          <span data-testid="connection">{connectionWords(state)}</span>
          {chosen && <span class="faint">Answers: {chosen.label}</span>}
        </summary>
        {status && (
          <div class="engine-body">
            <fieldset>
              <legend>Who writes the answers</legend>
              {status.providers.map((provider) => (
                <Provider
                  key={provider.name}
                  provider={provider}
                  chosen={provider.name === status.chosen}
                  onChoose={() => onChoose(provider.name, "")}
                />
              ))}
              {chosen && chosen.models.length > 1 && (
                <Model
                  models={chosen.models}
                  selected={status.chosen_model}
                  onSelect={(model) => onChoose(chosen.name, model)}
                />
              )}
            </fieldset>
            {allowed.size > 0 && <Allowed hosts={allowed} onRevoke={onRevoke} />}
            <p class="faint">
              Embedding model: <span data-testid="model">{status.model || "none"}</span>, on this computer.
              Engine {status.version}.
            </p>
          </div>
        )}
      </details>
    </footer>
  );
}

function Allowed({ hosts, onRevoke }: { hosts: ReadonlySet<string>; onRevoke: (host: string) => void }) {
  return (
    <fieldset>
      <legend>Sites whose pages Ambry may open in your browser</legend>
      {[...hosts].map((host) => (
        <div key={host} class="job-head">
          <span class="path">{host}</span>
          <button type="button" class="quiet" aria-label={`Take back ${host}`} onClick={() => onRevoke(host)}>
            Take back
          </button>
        </div>
      ))}
    </fieldset>
  );
}

interface ProviderProps {
  provider: ProviderView;
  chosen: boolean;
  onChoose: () => void;
}

function Provider({ provider, chosen, onChoose }: ProviderProps) {
  return (
    <label class="provider" data-testid={`provider-${provider.name}`}>
      <input type="radio" name="provider" checked={chosen} disabled={!provider.ready} onChange={onChoose} />
      <span>
        <span class="provider-name">
          {provider.label}
          <span class="badge">{provider.place === "on_device" ? "on this computer" : "cloud"}</span>
        </span>
        {!provider.ready && (
          <span class="faint">
            <Words text={provider.next_step || "Not ready."} />
          </span>
        )}
      </span>
    </label>
  );
}

interface ModelProps {
  models: readonly string[];
  selected: string;
  onSelect: (model: string) => void;
}

/** The one in use is named even when the provider has it no more. */
function Model({ models, selected, onSelect }: ModelProps) {
  return (
    <label class="inline">
      Model
      <select value={selected} onChange={(event) => onSelect(event.currentTarget.value)}>
        {[...new Set([...models, selected])].map((model) => (
          <option key={model} value={model}>
            {model}
          </option>
        ))}
      </select>
    </label>
  );
}

function connectionWords(state: ConnectionState): string {
  switch (state.kind) {
    case "ready":
      return "Ready";
    case "connecting":
      return "Starting";
    case "waiting":
      return "Reconnecting";
    default:
      return "Not connected";
  }
}
