import { expect, test } from "vitest";
import { snippet } from "./snippet";

test.each([
  ["a heading is shown elsewhere", "# Notes\n\nThe boat leaves\nat seven.", "The boat leaves at seven."],
  ["a passage that is only a heading shows it", "## Notes", "Notes"],
  ["a hash within a line stays", "Use C# here.", "Use C# here."],
])("%s", (_name, markdown, text) => {
  expect(snippet(markdown)).toBe(text);
});

test("a long passage is cut", () => {
  expect(snippet("word ".repeat(200)).length).toBeLessThanOrEqual(240);
});

test("a mark that was escaped is shown as itself", () => {
  expect(snippet("\\>> Welcome back to C:\\temp.")).toBe(">> Welcome back to C:\\temp.");
});
