import { expect, test } from "vitest";
import { hostProblem, isLasting } from "./host-problem";

test.each([
  // Chromium
  ["Specified native messaging host not found.", "not_found"],
  ["Access to the specified native messaging host is forbidden.", "forbidden"],
  ["Native host has exited.", "exited"],
  ["Failed to start native messaging host.", "exited"],
  ["Error when communicating with the native messaging host.", "garbled"],
  // Firefox
  ["No such native application ai.ambry.host", "not_found"],
  ["File at path /gone/ambry does not exist, or is not executable", "not_found"],
  [
    "This extension does not have permission to use native application ai.ambry.host (or the application is not installed)",
    "forbidden",
  ],
  [
    "Native application tried to send a message of 1819043176 bytes, which exceeds the limit of 1048576 bytes.",
    "garbled",
  ],
  ["An unexpected error occurred", "garbled"],
  [null, "exited"],
  ["", "exited"],
  // neither
  ["Something new", "unknown"],
])("failure mode 12: %s means %s", (reason, problem) => {
  expect(hostProblem(reason)).toBe(problem);
});

test("only a missing or unwilling host is there to stay", () => {
  const lasting = (["not_found", "forbidden", "exited", "garbled", "silent", "unknown"] as const).filter(
    isLasting,
  );
  expect(lasting).toEqual(["not_found", "forbidden"]);
});
