/** Names a folder for the vault to follow. */

import { useState } from "preact/hooks";
import { patterns } from "../vault/folder-words";

interface Props {
  disabled: boolean;
  /** Whether it is watched now. */
  onWatch: (path: string, exclude: readonly string[]) => Promise<boolean>;
}

export function WatchFolder({ disabled, onWatch }: Props) {
  const [path, setPath] = useState("");
  const [exclude, setExclude] = useState("");
  const [open, setOpen] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (path.trim() === "" || !(await onWatch(path, patterns(exclude)))) return;
    setPath("");
    setOpen(false);
  };
  return (
    <details class="add" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Watch a folder</summary>
      <form class="choices" onSubmit={(event) => void submit(event)}>
        <p class="faint">
          The vault stays as the folder is: what you write, rename or delete in it is found seconds later. A
          browser cannot hand over a folder, so paste its path.
        </p>
        <label class="field">
          <span>Path of the folder</span>
          <input
            type="text"
            spellcheck={false}
            maxLength={4096}
            placeholder="/home/you/Notes or C:\Notes"
            value={path}
            onInput={(event) => setPath(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>Leave out</span>
          <input
            type="text"
            spellcheck={false}
            placeholder="drafts/, *.log"
            value={exclude}
            onInput={(event) => setExclude(event.currentTarget.value)}
          />
        </label>
        <p class="row">
          <button type="submit" class="secondary" disabled={disabled || path.trim() === ""}>
            Watch it
          </button>
        </p>
      </form>
    </details>
  );
}
