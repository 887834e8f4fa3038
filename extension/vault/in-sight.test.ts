import { expect, test } from "vitest";
import type { FileProgress } from "./adder";
import { inSight } from "./in-sight";

const file = (path: string, state: FileProgress["state"]): FileProgress => ({
  path,
  state,
  sent: 0,
  size: 1,
  error: "",
});
const FILES = [
  file("a", "sent"),
  file("b", "failed"),
  file("c", "sent"),
  file("d", "sending"),
  file("e", "waiting"),
];

test("the file on its way comes first, what is done last", () => {
  expect(inSight(FILES, 9).map(({ path }) => path)).toEqual(["d", "b", "e", "a", "c"]);
});

test("of very many only the first are shown", () => {
  expect(inSight(FILES, 2).map(({ path }) => path)).toEqual(["d", "b"]);
});
