/** Which folder of a vault to ask about; nothing where there are no folders. */

import { useEffect, useState } from "preact/hooks";
import type { CollectionView } from "../contract";
import type { Companion } from "./companion";

interface Props {
  companion: Companion;
  vault: CollectionView;
  selected: string;
  onSelect: (folder: string) => void;
}

export function FolderChoice({ companion, vault, selected, onSelect }: Props) {
  const [folders, setFolders] = useState<readonly string[]>([]);
  useEffect(() => {
    let current = true;
    void companion.folderPaths(vault.id).then((found) => current && setFolders(found));
    return () => void (current = false);
  }, [vault.id, vault.documents]);
  if (folders.length === 0) return null;
  return (
    <label class="inline folder-choice">
      <span>Folder</span>
      <select value={selected} onChange={(event) => onSelect(event.currentTarget.value)}>
        <option value="">all</option>
        {folders.map((folder) => (
          <option key={folder} value={folder}>
            {folder}
          </option>
        ))}
      </select>
    </label>
  );
}
