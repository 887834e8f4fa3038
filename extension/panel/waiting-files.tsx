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
    <>
      <RecogniseAll companion={companion} files={files} ready={ready} />
      <ul class="waiting">
        {files.map((file) => (
          <li key={keyOf(file)}>
            <Waiting companion={companion} file={file} ready={ready} />
          </li>
        ))}
      </ul>
    </>
  );
}

function RecogniseAll({ companion: { finisher, status }, files, ready }: Props) {
  const languages = useLanguages(status);
  const busy = useStore(finisher.trying).size > 0;
  const scanned = files.filter(({ lacks }) => lacks === "recognition");
  if (scanned.length < 2 || languages.length === 0) return null;
  return (
    <p class="row waiting-all">
      <button
        type="button"
        class="secondary"
        disabled={!ready || busy}
        onClick={() => void finisher.tryAll(scanned, { ocr: languages })}
      >
        Recognise the text of all {scanned.length}
      </button>
    </p>
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
  const languages = useLanguages(companion.status);
  if (languages.length === 0) {
    return <p class="faint">Install Tesseract on this computer to let Ambry recognise the text.</p>;
  }
  return (
    <button
      type="button"
      class="secondary"
      disabled={!ready}
      onClick={() => void companion.finisher.tryAgain(file, { ocr: languages })}
    >
      Recognise its text (takes seconds a page)
    </button>
  );
}

function useLanguages(status: Companion["status"]): readonly string[] {
  return (useStore(status)?.ocr_languages ?? []).slice(0, MOST_LANGUAGES); // null: not told yet
}

/** The engine takes no more; with each more language it is slower and surer of less. */
const MOST_LANGUAGES = 8;
