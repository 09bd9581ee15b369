import { defineConfig } from "vitest/config";

/** Tests in a real browser against the real program; one file after the other. */
export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: ["*.e2e.ts"],
    environment: "node",
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
