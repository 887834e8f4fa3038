/** Choose a vault or name a new one. */

import { useState } from "preact/hooks";

interface Props {
  names: readonly string[];
  selected: string;
  onSelect: (name: string) => void;
}

export function VaultChoice({ names, selected, onSelect }: Props) {
  const [naming, setNaming] = useState(names.length > 0 && !names.includes(selected));
  if (naming || names.length === 0) {
    return (
      <label class="field">
        <span>Name of the vault</span>
        <span class="row">
          <input
            type="text"
            maxLength={200}
            placeholder="My files"
            value={selected}
            onInput={(event) => onSelect(event.currentTarget.value)}
          />
          {names.length > 0 && (
            <button
              type="button"
              class="secondary"
              onClick={() => (setNaming(false), onSelect(names[0] ?? ""))}
            >
              Back
            </button>
          )}
        </span>
      </label>
    );
  }
  return (
    <label class="field">
      <span>Vault</span>
      <span class="row">
        <select value={selected} onChange={(event) => onSelect(event.currentTarget.value)}>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <button type="button" class="secondary" onClick={() => (setNaming(true), onSelect(""))}>
          New
        </button>
      </span>
    </label>
  );
}
