/** Shown in place of everything else while there is no engine to talk to: why, and what to do. */

import type { ComponentChildren } from "preact";
import type { ConnectionState } from "../engine/connection";
import type { HostProblem } from "../engine/host-problem";
import { Empty } from "./empty";
import { ErrorNote } from "./error-note";

interface Props {
  state: ConnectionState;
  extensionId: string;
  version: string;
  onCheck: () => void;
}

type MismatchState = Extract<ConnectionState, { kind: "mismatch" }>;

/** On Windows `python3` opens a shop where Python is not from there. */
export function installCommand(platform: string): string {
  return platform.startsWith("Win") ? "py install.py" : "python3 install.py";
}

const PROBLEMS: Record<HostProblem, { title: string; text: string }> = {
  not_found: {
    title: "Ambry's host is not installed",
    text: "Ambry works with a program on this computer, its host, and this browser finds none. Run the installer in the folder that you cloned:",
  },
  forbidden: {
    title: "The host does not know this extension",
    text: "The host is installed for another extension id. Run the installer again, it registers this one:",
  },
  exited: {
    title: "The host stopped as soon as it started",
    text: "Its files may have been moved, or its Python was updated. Run the installer again, it repairs both:",
  },
  garbled: {
    title: "The host does not start properly",
    text: "The browser could not understand it; most often its launcher is damaged. Run the installer again:",
  },
  silent: {
    title: "The host does not answer",
    text: "It was started but said nothing. Check again; if that does not help, run the installer again:",
  },
  unknown: {
    title: "The host cannot be reached",
    text: "The browser gave a reason that Ambry does not know. Running the installer again repairs most causes:",
  },
};

export function ConnectionScreen({ state, extensionId, version, onCheck }: Props) {
  switch (state.kind) {
    case "connecting":
    case "waiting":
    case "ready": // until the engine has said what there is
      return (
        <Screen title={state.kind === "waiting" ? "Reconnecting to the engine" : "Starting the engine"}>
          <p role="status">
            {state.kind === "ready" || (state.kind === "connecting" && state.hostIsUp)
              ? "The host is up and loads the engine. The first time this takes a few seconds."
              : "Waiting for the host."}
          </p>
          <progress aria-label="Starting" />
        </Screen>
      );
    case "stopped":
      return (
        <Screen title="The engine keeps stopping" onCheck={onCheck}>
          <p>
            Ambry tried to reconnect several times without success. Its log is in the state folder; this
            checks the installation:
          </p>
          <Command text="ambry doctor" />
        </Screen>
      );
    case "mismatch":
      return <Mismatch state={state} version={version} onCheck={onCheck} />;
    case "broken":
      return (
        <Screen title="The engine does not start" onCheck={onCheck}>
          <ErrorNote error={state.error} />
        </Screen>
      );
    case "unavailable":
      return (
        <Screen title={PROBLEMS[state.problem].title} onCheck={onCheck}>
          <p>{PROBLEMS[state.problem].text}</p>
          <Command text={installCommand(navigator.platform)} />
          <p class="faint">
            Extension id: <code data-testid="extension-id">{extensionId}</code>
          </p>
          {state.detail && (
            <p class="faint">
              The browser says: <q>{state.detail}</q>
            </p>
          )}
        </Screen>
      );
  }
}

function Mismatch({
  state,
  version,
  onCheck,
}: {
  state: MismatchState;
  version: string;
  onCheck: () => void;
}) {
  if (state.update === null) {
    return (
      <Screen title="Versions do not fit" onCheck={onCheck}>
        <ErrorNote error={state.error} />
      </Screen>
    );
  }
  return state.update === "host" ? (
    <Screen title="Update the host" onCheck={onCheck}>
      <p>The host is older than this extension ({version}). Run the installer of the same version:</p>
      <Command text={installCommand(navigator.platform)} />
    </Screen>
  ) : (
    <Screen title="Update the extension" onCheck={onCheck}>
      <p>
        This extension ({version}) is older than the host. Reload it from the folder that the installer built,
        on the browser's extensions page.
      </p>
    </Screen>
  );
}

function Screen({
  title,
  onCheck,
  children,
}: {
  title: string;
  onCheck?: () => void;
  children: ComponentChildren;
}) {
  return (
    <div class="log" data-testid="connection-screen">
      <Empty title={title}>
        {children}
        {onCheck && (
          <button type="button" class="primary" onClick={onCheck}>
            Check again
          </button>
        )}
      </Empty>
    </div>
  );
}

function Command({ text }: { text: string }) {
  return (
    <pre class="command">
      <code>{text}</code>
    </pre>
  );
}
