import { useLayoutEffect, useState } from "preact/hooks";
import type { Store } from "../store";

/** The store's value, drawn again whenever it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState({});
  // Not `useEffect`, which runs after the paint: what changes before that would not be drawn.
  useLayoutEffect(() => store.subscribe(() => redraw({})), [store]);
  return store.value;
}
