/** Waits between attempts to reconnect: doubling, with jitter so that several panels do not knock together. */

const FIRST_MS = 250;
const LONGEST_MS = 30_000;

/** After so many failed attempts in a row (about two minutes) the person is asked instead. */
export const MAX_ATTEMPTS = 10;

/** `random` is in [0, 1); the wait is between half of the step and the whole of it. */
export function backoff(attempt: number, random: number): number {
  const step = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return Math.round(step / 2 + (step / 2) * random);
}
