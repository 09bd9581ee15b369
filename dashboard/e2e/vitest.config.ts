import { defineConfig } from "vitest/config";

/**
 * Tests in a real browser against the real server, two files at a time; with POSTRIDER_MEASURE set,
 * the measurements instead, one at a time.
 */
export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: [process.env.POSTRIDER_MEASURE ? "*.measure.ts" : "*.e2e.ts"],
    environment: "node",
    fileParallelism: !process.env.POSTRIDER_MEASURE,
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
