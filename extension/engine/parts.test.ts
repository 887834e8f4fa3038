import { expect, test } from "vitest";
import { Parts } from "./parts";

const part = (id: string, sequence: number, data: string, last = false) => {
  return { type: "part", id, sequence, data, last } as const;
};

test("parts of two events may arrive mixed", () => {
  const parts = new Parts();
  expect(parts.add(part("a", 0, '{"n":'))).toBeUndefined();
  expect(parts.add(part("b", 0, "[1,"))).toBeUndefined();
  expect(parts.add(part("a", 1, "1}", true))).toEqual({ n: 1 });
  expect(parts.add(part("b", 1, "2]", true))).toEqual([1, 2]);
});

test("a missing part is an error, and what came before it is forgotten", () => {
  const parts = new Parts();
  parts.add(part("a", 0, "["));
  expect(() => parts.add(part("a", 2, "]", true))).toThrow("Part 1");
  expect(parts.add(part("a", 0, "3", true))).toBe(3);
});

test("parts of a request that nobody waits for can be forgotten", () => {
  const parts = new Parts();
  parts.add(part("a", 0, "[1"));
  parts.forget("a");
  expect(parts.add(part("a", 0, "2", true))).toBe(2);
});
