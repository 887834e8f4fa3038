// @vitest-environment jsdom
import { expect, test } from "vitest";
import { installCommand } from "./connection-screen";

test.each([
  ["Win32", "py install.py"],
  ["MacIntel", "python3 install.py"],
  ["Linux x86_64", "python3 install.py"],
])("on %s the installer is started by %s", (platform, command) => {
  expect(installCommand(platform)).toBe(command);
});
