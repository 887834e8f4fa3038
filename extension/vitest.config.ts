import { defineConfig } from "vitest/config";

// Most of the code needs no document; tests that do name their environment in their first line.
export default defineConfig({
  test: { environment: "node", include: ["**/*.test.{ts,tsx}"], exclude: ["node_modules/**", ".output/**"] },
});
