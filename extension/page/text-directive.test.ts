import { expect, test } from "vitest";
import { textDirective } from "./text-directive";

test.each([
  ["https://a.example/#:~:text=one%20passage", { start: "one passage", end: "" }],
  ["https://a.example/#part:~:text=from,to%2C%20there", { start: "from", end: "to, there" }],
  ["https://a.example/#:~:text=before-,from,to,-after", { start: "from", end: "to" }],
  ["https://a.example/#:~:text=first&text=second", { start: "first", end: "" }],
  ["https://a.example/#part", null],
  ["https://a.example/?q=:~:text=no", null],
])("%s points at %o", (url, passage) => {
  expect(textDirective(url)).toEqual(passage);
});
