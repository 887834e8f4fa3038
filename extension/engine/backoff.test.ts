import { expect, test } from "vitest";
import { backoff } from "./backoff";

test.each([
  [0, 125, 250],
  [1, 250, 500],
  [5, 4_000, 8_000],
  [7, 15_000, 30_000],
  [50, 15_000, 30_000],
])("attempt %i waits between %i and %i ms", (attempt, shortest, longest) => {
  expect(backoff(attempt, 0)).toBe(shortest);
  expect(backoff(attempt, 1)).toBe(longest);
});
