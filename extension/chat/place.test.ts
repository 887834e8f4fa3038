import { expect, test } from "vitest";
import { place } from "./place";

test.each([
  [{ headings: ["Manual", "The mast"], label: "p. 3", title: "Manual" }, "The mast › p. 3"],
  [{ headings: ["The mast"], label: "The mast", title: "Manual" }, "The mast"],
  [{ headings: [], label: "", title: "Manual" }, ""],
])("%o stands at %s", (source, expected) => {
  expect(place(source)).toBe(expected);
});
