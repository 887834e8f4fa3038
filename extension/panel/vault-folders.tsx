/** The folders that a vault follows, and a way to name another. */

import type { Companion } from "./companion";
import { useStore } from "./use-store";
import { WatchFolder } from "./watch-folder";
import { WatchedFolder } from "./watched-folder";

interface Props {
  companion: Companion;
  vault: string;
  disabled: boolean;
}

export function VaultFolders({ companion, vault, disabled }: Props) {
  const folders = useStore(companion.folders.all).filter((folder) => folder.vault === vault);
  return (
    <>
      <WatchFolder
        disabled={disabled}
        onWatch={(path, exclude) => companion.watchFolder(vault, path, exclude)}
      />
      {folders.map((folder) => (
        <WatchedFolder
          key={folder.id}
          companion={companion}
          folder={folder}
          disabled={disabled}
          onReadAgain={() => void companion.watchFolder(vault, folder.path, folder.exclude)}
          onStop={(keep) => companion.unwatchFolder(folder.id, keep)}
        />
      ))}
    </>
  );
}
