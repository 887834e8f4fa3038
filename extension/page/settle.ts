/**
 * Runs inside a page that has loaded: waits until its scripts have stopped changing it. Returns the HTTP status.
 * The browser serialises this function, so it may use nothing from outside of itself.
 */
export async function settle(longestMs: number): Promise<number> {
  /** With some text to read, a short silence is the end; before that, scripts are still fetching it. */
  const QUIET_MS = 700;
  const PATIENT_MS = 4000;
  const SOME_TEXT = 200;

  let changed = performance.now();
  const observer = new MutationObserver(() => (changed = performance.now()));
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  const start = performance.now();
  const isSettled = () => {
    const now = performance.now();
    if (now - start >= longestMs) return true;
    const enough = (document.body?.innerText ?? "").length >= SOME_TEXT;
    return now - changed >= (enough ? QUIET_MS : PATIENT_MS);
  };
  while (!isSettled()) await new Promise((resolve) => setTimeout(resolve, 100));
  observer.disconnect();
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.responseStatus ?? 0;
}
