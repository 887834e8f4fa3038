import type { CollectionView } from "../contract";
import type { Companion } from "./companion";
import { useStore } from "./use-store";

/** What the first vault is called unless the person names it. */
export const FIRST_VAULT = "My files";

/** The vaults that there are. */
export function useVaults(companion: Companion): readonly CollectionView[] {
  return (useStore(companion.status)?.collections ?? []).filter(({ kind }) => kind === "vault"); // null: not told yet
}
