import { useEffect, useState } from "preact/hooks";
import type { Store } from "../store";

/** The store's value, drawn again whenever it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState({});
  useEffect(() => store.subscribe(() => redraw({})), [store]);
  return store.value;
}
