import { expect, test } from "vitest";
import { fromBase64, toBase64 } from "./base64";

test("bytes survive the way there and back, also more than one step of them", () => {
  const bytes = Uint8Array.from({ length: 100_001 }, (_, index) => (index * 7) % 256);
  expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
});
