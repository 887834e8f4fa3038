import { defineConfig } from "wxt";
import { manifest } from "./manifest";

export default defineConfig({
  manifestVersion: 3,
  imports: false,
  manifest: ({ browser }) => manifest(browser === "firefox" ? "firefox" : "chromium"),
});
