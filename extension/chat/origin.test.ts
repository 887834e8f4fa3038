import { expect, test } from "vitest";
import { origin } from "./origin";

test.each([
  ["author and date", ["Ann Lee"], "2024-05-06", "Ann Lee · May 6, 2024"],
  ["two authors", ["Ann Lee", "Ben Roe"], "", "Ann Lee, Ben Roe"],
  ["many authors", ["Ann Lee", "Ben Roe", "Cy Poe"], "", "Ann Lee, Ben Roe and others"],
  ["only a date", [], "2024-12-31", "Dec 31, 2024"],
  ["nothing known", [], "", ""],
])("%s", (_name, authors, date, said) => {
  expect(origin({ authors, date }, "en-US")).toBe(said);
});
