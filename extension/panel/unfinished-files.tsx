/** Files of a vault that wait for a password or for leave to recognise their text; the others have gone on. */

import { useEffect, useRef } from "preact/hooks";
import { unfinishedIn, type UnfinishedFile } from "../vault/unfinished";
import type { Companion } from "./companion";
import { ErrorNote } from "./error-note";
import { useStore } from "./use-store";

interface Props {
  companion: Companion;
  vault: number;
  ready: boolean;
}

export function UnfinishedFiles({ companion, vault, ready }: Props) {
  const jobs = [...useStore(companion.jobs.all).values()].filter(({ job }) => job.collection === vault);
  const files = unfinishedIn(jobs);
  useEffect(() => {
    if (ready) void companion.jobs.recall(vault).catch(() => undefined); // without a connection there is no trying
  }, [vault, ready]);
  if (files.length === 0) return null;
  return (
    <section class="job" aria-label="Files that wait for you" data-testid="unfinished">
      <ul class="waiting">
        {files.map((file) => (
          <li key={file.path}>
            <Waiting companion={companion} file={file} ready={ready} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Waiting({ companion, file, ready }: Omit<Props, "vault"> & { file: UnfinishedFile }) {
  const { finisher } = companion;
  const trying = useStore(finisher.trying).has(file.path);
  const error = useStore(finisher.errors).get(file.path);
  return (
    <>
      <p>{file.reason}</p>
      {trying ? (
        <p class="stage" role="status">
          Trying {file.path}…
        </p>
      ) : file.lacks === "password" ? (
        <Password
          path={file.path}
          ready={ready}
          onGive={(password) => void finisher.tryAgain(file, { password })}
        />
      ) : (
        <Recognition companion={companion} file={file} ready={ready} />
      )}
      {error && <ErrorNote error={error} />}
    </>
  );
}

function Password({
  path,
  ready,
  onGive,
}: {
  path: string;
  ready: boolean;
  onGive: (password: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const give = (event: Event) => {
    event.preventDefault();
    const input = field.current;
    if (!input?.value) return; // nothing was typed
    const password = input.value;
    input.value = ""; // it stays nowhere
    onGive(password);
  };
  return (
    <form class="row" onSubmit={give}>
      <label class="field">
        <span class="faint">Password of {path}; used once and kept nowhere</span>
        <input ref={field} type="password" autocomplete="off" />
      </label>
      <button type="submit" class="secondary" disabled={!ready}>
        Open
      </button>
    </form>
  );
}

function Recognition({ companion, file, ready }: Omit<Props, "vault"> & { file: UnfinishedFile }) {
  const languages = useStore(companion.status)?.ocr_languages ?? []; // null: not told yet
  if (languages.length === 0) {
    return <p class="faint">Install Tesseract on this computer to let Ambry recognise the text.</p>;
  }
  return (
    <button
      type="button"
      class="secondary"
      disabled={!ready}
      onClick={() => void companion.finisher.tryAgain(file, { ocr: languages.slice(0, MOST_LANGUAGES) })}
    >
      Recognise its text (takes seconds a page)
    </button>
  );
}

/** The engine takes no more; with each more language it is slower and surer of less. */
const MOST_LANGUAGES = 8;
