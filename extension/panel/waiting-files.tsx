/** Files that lack only a word of the person, each with a way to give it. */

import { keyOf, waitingLine, type UnfinishedFile } from "../vault/unfinished";
import type { Companion } from "./companion";
import { ErrorNote } from "./error-note";
import { PasswordForm } from "./password-form";
import { useStore } from "./use-store";

interface Props {
  companion: Companion;
  files: readonly UnfinishedFile[];
  ready: boolean;
}

/** More than these would push the chat out of sight. */
const FEW = 3;

export function WaitingFiles(props: Props) {
  if (props.files.length <= FEW) return <List {...props} />;
  return (
    <details>
      <summary>{waitingLine(props.files)}</summary>
      <List {...props} />
    </details>
  );
}

function List({ companion, files, ready }: Props) {
  return (
    <ul class="waiting">
      {files.map((file) => (
        <li key={keyOf(file)}>
          <Waiting companion={companion} file={file} ready={ready} />
        </li>
      ))}
    </ul>
  );
}

function Waiting({ companion, file, ready }: Omit<Props, "files"> & { file: UnfinishedFile }) {
  const { finisher } = companion;
  const trying = useStore(finisher.trying).has(keyOf(file));
  const error = useStore(finisher.errors).get(keyOf(file));
  return (
    <>
      <p>{file.reason}</p>
      {trying ? (
        <p class="stage" role="status">
          Trying {file.path}…
        </p>
      ) : file.lacks === "password" ? (
        <PasswordForm
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

function Recognition({ companion, file, ready }: Omit<Props, "files"> & { file: UnfinishedFile }) {
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
