/**
 * Why a port to the host closed, from the browser's own words.
 * The texts are the browsers' English error strings; the tests pin every one that was seen.
 */

export type HostProblem = "not_found" | "forbidden" | "exited" | "garbled" | "silent" | "unknown";

const PATTERNS: readonly (readonly [RegExp, HostProblem])[] = [
  [/native messaging host not found/i, "not_found"], // Chromium: also a broken or badly named manifest
  [/no such native application/i, "not_found"], // Firefox
  [/file at path .* does not exist/i, "not_found"], // Firefox: a manifest whose launcher is gone
  [/native messaging host is forbidden/i, "forbidden"], // Chromium
  [/does not have permission to use native application/i, "forbidden"], // Firefox
  [/native host has exited/i, "exited"], // Chromium
  [/failed to start native messaging host/i, "exited"], // Chromium
  [/error when communicating with the native messaging host/i, "garbled"], // Chromium
  [/tried to send a message of \d+ bytes/i, "garbled"], // Firefox
  [/an unexpected error occurred/i, "garbled"], // Firefox: a message that is not JSON
];

export function hostProblem(reason: string | null): HostProblem {
  // Firefox gives no reason when the host ends cleanly.
  if (reason === null || reason === "") return "exited";
  return PATTERNS.find(([pattern]) => pattern.test(reason))?.[1] ?? "unknown";
}

/** Trying again by itself cannot mend a host that is not installed or does not know us. */
export function isLasting(problem: HostProblem): boolean {
  return problem === "not_found" || problem === "forbidden";
}
