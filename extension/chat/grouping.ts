import type { Exchange } from "./exchange";
import { subjectKey, type Subject } from "./subject";

/**
 * Which exchanges say what they are about. Each that starts another subject does, unless everything is about
 * what the panel shows already.
 */
export function labelled(exchanges: readonly Exchange[], current: Subject | null): boolean[] {
  const keys = exchanges.map((exchange) => subjectKey(exchange.subject));
  const shown = current && subjectKey(current);
  if (keys.every((key) => key === shown)) return keys.map(() => false);
  return keys.map((key, index) => key !== keys[index - 1]);
}

/** The notices of each exchange that no earlier one has shown: what is true of all of them is said once. */
export function freshNotices(exchanges: readonly Exchange[]): string[][] {
  const shown = new Set<string>();
  return exchanges.map((exchange) => {
    const fresh = exchange.notices.filter((notice) => !shown.has(notice));
    for (const notice of fresh) shown.add(notice);
    return fresh;
  });
}
