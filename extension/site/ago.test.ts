import { expect, test } from "vitest";
import { ago } from "./ago";

test.each([
  [0, "just now"],
  [59, "just now"],
  [-5, "just now"],
  [60, "1 minute ago"],
  [3_599, "59 minutes ago"],
  [3_600, "1 hour ago"],
  [86_400, "yesterday"],
  [10 * 86_400, "10 days ago"],
])("%i seconds are %s", (seconds, words) => {
  expect(ago(1_000_000_000 - seconds, 1_000_000_000)).toBe(words);
});
