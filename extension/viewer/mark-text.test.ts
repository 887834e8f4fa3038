// @vitest-environment jsdom
import { expect, test } from "vitest";
import { markText } from "./mark-text";

function marked(html: string, quotation: string): string[] {
  document.body.innerHTML = html;
  const first = markText([...document.body.children], quotation);
  const marks = [...document.querySelectorAll("mark")];
  expect(first).toBe(marks[0] ?? null);
  return marks.map((mark) => mark.textContent);
}

test.each([
  ["words in one element", "<p>The mast is high.</p>", "mast is", ["mast is"]],
  [
    "across elements",
    "<p>The <b>mast</b> is <i>high</i>.</p>",
    "The mast is high",
    ["The ", "mast", " is ", "high"],
  ],
  ["across blocks", "<p>One mast.</p><p>Two sails.</p>", "mast. Two", ["mast.", "Two"]],
  ["whatever the white space", "<p>The  mast\nis high.</p>", "The mast is", ["The  mast\nis"]],
  ["characters of two units", "<p>a 😀 b</p>", "😀 b", ["😀 b"]],
])("%s", (_name, html, quotation, expected) => {
  expect(marked(html, quotation)).toEqual(expected);
  expect(document.body.innerHTML.replace(/<\/?mark>/g, "")).toBe(html);
});

test("what is not there marks nothing", () => {
  expect(marked("<p>The mast.</p>", "a sail")).toEqual([]);
  expect(marked("<p>The mast.</p>", " ")).toEqual([]);
});
