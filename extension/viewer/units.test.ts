import { expect, test } from "vitest";
import { unitsOf } from "./units";

test.each(["", "plain", "häßlich", "a😀b", "😀😀", "x 👩‍🚀 y 🇩🇪 z"])(
  "characters of %o are found again",
  (text) => {
    const units = unitsOf(text);
    const characters = [...text];
    for (let end = 0; end <= characters.length; end += 1) {
      expect(text.slice(0, units(end))).toBe(characters.slice(0, end).join(""));
    }
  },
);
