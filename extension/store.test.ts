import { expect, test, vi } from "vitest";
import { Store } from "./store";

test("those who watch are told until they leave", () => {
  const store = new Store(1);
  const listener = vi.fn();
  const leave = store.subscribe(listener);
  store.update((value) => value + 1);
  expect(store.value).toBe(2);
  leave();
  store.set(3);
  expect(listener).toHaveBeenCalledOnce();
});
