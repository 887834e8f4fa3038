import { expect, test } from "vitest";
import { newExchange } from "./exchange";
import { freshNotices, labelled } from "./grouping";
import type { Subject } from "./subject";

const one: Subject = { kind: "page", tab: 1, url: "https://a.example/1", title: "One" };
const two: Subject = { kind: "page", tab: 1, url: "https://a.example/2", title: "Two" };

test.each([
  ["all about what is shown: nothing to say", [one, one], one, [false, false]],
  ["an answer about an earlier page says so", [one, one], two, [true, false]],
  ["each change of page is named", [one, two, two, one], two, [true, true, false, true]],
  ["with nothing shown every group is named", [one], null, [true]],
  ["nothing asked yet", [], one, []],
] as const)("%s", (_name, subjects, current, labels) => {
  const exchanges = subjects.map((subject, index) => newExchange(index, subject, "?"));
  expect(labelled(exchanges, current)).toEqual(labels);
});

test("what was said of an earlier answer is not said again", () => {
  const exchanges = [["No model."], ["No model.", "Cut short."], ["Cut short."], []].map(
    (notices, index) => ({
      ...newExchange(index, one, "?"),
      notices,
    }),
  );
  expect(freshNotices(exchanges)).toEqual([["No model."], ["Cut short."], [], []]);
});
