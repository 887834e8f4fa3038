// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { settle } from "./settle";

const TEXT = "Enough to read. ".repeat(20);
const LONG = 10_000;

beforeEach(() => {
  document.body.innerHTML = "";
  // jsdom lays nothing out and therefore has no `innerText`.
  Object.defineProperty(document.body, "innerText", {
    configurable: true,
    get: () => document.body.textContent,
  });
});

const seconds = async (longest: number) => {
  const start = performance.now();
  await settle(longest);
  return (performance.now() - start) / 1000;
};

test("a page with text is settled after a short silence", async () => {
  document.body.textContent = TEXT;
  expect(await seconds(LONG)).toBeLessThan(3.5);
});

test("a page that is still empty is waited for, and a change starts the silence anew", async () => {
  setTimeout(() => (document.body.textContent = TEXT), 1200);
  const taken = await seconds(LONG);
  expect(taken).toBeGreaterThan(1.8);
  expect(document.body.textContent).toBe(TEXT);
});

test("a page that never rests is taken as it is", async () => {
  const timer = setInterval(() => document.body.append("x"), 50);
  expect(await seconds(900)).toBeLessThan(3.5);
  clearInterval(timer);
});

test("the status is nought where the browser does not tell", async () => {
  document.body.textContent = TEXT;
  expect(await settle(0)).toBe(0);
});
