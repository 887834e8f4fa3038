/** Choose a vault or name a new one. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props {
  names: readonly string[];
  selected: string;
  onSelect: (name: string) => void;
}

export function VaultChoice({ names, selected, onSelect }: Props) {
  const [naming, setNaming] = useState(names.length > 0 && !names.includes(selected));
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLSelectElement>(null);
  const turned = useRef(false);
  const turn = (toNaming: boolean, name: string) => {
    turned.current = true;
    setNaming(toNaming);
    onSelect(name);
  };
  useLayoutEffect(() => {
    // What was pressed is gone: the keyboard goes on in what has come for it.
    if (turned.current) (field.current ?? list.current)?.focus();
    turned.current = false;
  }, [naming]);
  const vaults = names.join("\n");
  useLayoutEffect(() => {
    if (names.includes(selected)) setNaming(false); // the one that was named is there now
  }, [vaults]);
  if (naming || names.length === 0) {
    return (
      <label class="field">
        <span>Name of the vault</span>
        <span class="row">
          <input
            ref={field}
            type="text"
            maxLength={200}
            placeholder="My files"
            value={selected}
            onInput={(event) => onSelect(event.currentTarget.value)}
          />
          {names.length > 0 && (
            <button type="button" class="secondary" onClick={() => turn(false, names[0] ?? "")}>
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
        <select ref={list} value={selected} onChange={(event) => onSelect(event.currentTarget.value)}>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <button type="button" class="secondary" onClick={() => turn(true, "")}>
          New
        </button>
      </span>
    </label>
  );
}
