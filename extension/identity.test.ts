import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CHROMIUM_KEY, FIREFOX_ID, HOST_NAME } from "./identity";

const python = readFileSync("../host/identity.py", "utf8");

/** The value of a Python constant that is one string, or several in parentheses. */
function constant(name: string): string {
  const assignment = new RegExp(`^${name} = (\\((?:\\s*"[^"]*")+\\s*\\)|"[^"]*")`, "m").exec(python);
  return [...(assignment?.[1] ?? "").matchAll(/"([^"]*)"/g)].map((match) => match[1]).join("");
}

test.each([
  ["HOST_NAME", HOST_NAME],
  ["CHROMIUM_KEY", CHROMIUM_KEY],
  ["FIREFOX_ID", FIREFOX_ID],
])("%s is the same here and in the host", (name, value) => {
  expect(value).not.toBe("");
  expect(value).toBe(constant(name));
});
