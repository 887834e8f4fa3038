/** How long ago something was, as people say it. */

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Both in seconds. */
export function ago(then: number, now: number): string {
  const seconds = Math.max(0, now - then);
  const [unit, length] = STEPS.find(([, length]) => seconds >= length) ?? ["minute", 60];
  const count = Math.floor(seconds / length);
  if (count === 0) return "just now";
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-count, unit);
}
