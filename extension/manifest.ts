/** What the browser is told about the extension, and the least it is asked for. */

import type { UserManifest } from "wxt";
import { CHROMIUM_KEY, FIREFOX_ID } from "./identity";

const COMMON: UserManifest = {
  name: "Ambry",
  description:
    "Ask about the page, the video, the site or your own files. Read and indexed on your own computer, with cited answers.",
  action: { default_title: "Open Ambry" },
  // activeTab: the page that the toolbar button was clicked on, without asking. Other pages are asked for when needed.
  optional_host_permissions: ["*://*/*"],
  content_security_policy: {
    extension_pages:
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
      "base-uri 'none'; form-action 'none'; object-src 'none'",
  },
};

export function manifest(browser: "chromium" | "firefox"): UserManifest {
  const permissions = ["nativeMessaging", "activeTab", "scripting"];
  if (browser === "chromium") {
    return {
      ...COMMON,
      key: CHROMIUM_KEY,
      minimum_chrome_version: "116",
      permissions: [...permissions, "sidePanel"],
    };
  }
  return {
    ...COMMON,
    permissions,
    browser_specific_settings: {
      gecko: {
        id: FIREFOX_ID,
        strict_min_version: "140.0",
        data_collection_permissions: { required: ["none"] },
      },
    },
  };
}
