/** A folder that the vault follows: how it is, and how to stop. */

import { useState } from "preact/hooks";
import type { FolderView } from "../contract";
import { folderLine, problemsLine } from "../vault/folder-words";
import { unfinishedOf } from "../vault/unfinished";
import type { Companion } from "./companion";
import { WaitingFiles } from "./waiting-files";
import { Words } from "./words";

interface Props {
  companion: Companion;
  folder: FolderView;
  disabled: boolean;
  onReadAgain: () => void;
  onStop: (keep: boolean) => void;
}

export function WatchedFolder({ companion, folder, disabled, onReadAgain, onStop }: Props) {
  const [stopping, setStopping] = useState(false);
  const waiting = unfinishedOf(folder);
  const mendable = new Set(waiting.map(({ path }) => path));
  const problems = folder.problems.filter(({ uri }) => !mendable.has(uri));
  const others =
    folder.failed -
    folder.problems.filter(({ uri, state }) => state === "failed" && mendable.has(uri)).length;
  return (
    <section
      class="job"
      aria-label={`Watched folder: ${folder.path}`}
      data-testid="folder"
      data-state={folder.state}
    >
      <span class="path" title={folder.path}>
        {folder.path}
      </span>
      <p class="faint" role="status" data-testid="folder-state">
        {folderLine(folder, Date.now() / 1000)}
      </p>
      {folder.note && (
        <p class="faint">
          <Words text={folder.note} />
        </p>
      )}
      {waiting.length > 0 && <WaitingFiles companion={companion} files={waiting} ready={!disabled} />}
      {problems.length > 0 && (
        <details>
          <summary>{problemsLine(others)}</summary>
          <ul class="items report" aria-label="Files that could not be read">
            {problems.map(({ uri, reason }) => (
              <li key={uri}>
                <span class="path" title={uri}>
                  {uri}
                </span>
                <span class="faint">{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {stopping ? (
        <div class="row" role="group" aria-label="Its documents">
          <button type="button" class="secondary" disabled={disabled} onClick={() => onStop(false)}>
            Stop and remove its documents
          </button>
          <button type="button" class="secondary" disabled={disabled} onClick={() => onStop(true)}>
            Stop and keep them
          </button>
          <button type="button" class="quiet" onClick={() => setStopping(false)}>
            Go on watching
          </button>
        </div>
      ) : (
        <span class="job-buttons">
          <button type="button" class="quiet" disabled={disabled} onClick={onReadAgain}>
            Read again
          </button>
          <button type="button" class="quiet" disabled={disabled} onClick={() => setStopping(true)}>
            Stop watching
          </button>
        </span>
      )}
    </section>
  );
}
