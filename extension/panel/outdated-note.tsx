/** An index that was made with another model or other settings: it answers, and can be made anew. */

import type { CollectionView } from "../contract";
import type { Companion } from "./companion";

interface Props {
  companion: Companion;
  collection: CollectionView;
  disabled: boolean;
}

export function OutdatedNote({ companion, collection, disabled }: Props) {
  if (!collection.outdated) return null;
  return (
    <div class="note" data-testid="outdated">
      <p>
        <strong>This index can be renewed.</strong> {collection.outdated} The old one answers until the new
        one is whole.
      </p>
      <p class="row">
        <button
          type="button"
          class="secondary"
          disabled={disabled}
          onClick={() => companion.reindex(collection.id)}
        >
          Index anew
        </button>
      </p>
    </div>
  );
}
