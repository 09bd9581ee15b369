import { defineConfig } from "vitest/config";

/**
 * Tests in a real browser against the real server, one file at a time; with POSTRIDER_MEASURE set,
 * the measurements instead.
 */
export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: [process.env.POSTRIDER_MEASURE ? "*.measure.ts" : "*.e2e.ts"],
    environment: "node",
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
