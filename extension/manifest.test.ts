import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { manifest } from "./manifest";

test.each(["chromium", "firefox"] as const)("%s is asked for no site at install time", (browser) => {
  const { host_permissions, content_scripts, optional_host_permissions } = manifest(browser);
  expect(host_permissions).toBeUndefined();
  expect(content_scripts).toBeUndefined();
  expect(optional_host_permissions).toEqual(["*://*/*"]);
});

test("the permissions are these and no others", () => {
  expect(manifest("chromium").permissions).toEqual([
    "nativeMessaging",
    "activeTab",
    "scripting",
    "sidePanel",
  ]);
  expect(manifest("firefox").permissions).toEqual(["nativeMessaging", "activeTab", "scripting"]);
});

test("extension pages load nothing but their own files", () => {
  const policy = JSON.stringify(manifest("chromium").content_security_policy);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|unsafe|\*/);
});

test("the version is the host's own", () => {
  const python = readFileSync("../host/__init__.py", "utf8");
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(python).toContain(`__version__ = "${version}"`);
});
