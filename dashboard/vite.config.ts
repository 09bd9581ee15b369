import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** The URL of a running service, for `npm run dev`. */
const service = process.env.POSTRIDER_URL ?? "http://localhost:8080";

export default defineConfig({
  plugins: [react()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    // Shared modules are one chunk: many small ones compress worse.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: "parts", test: /src.(parts|api)|@mantine|floating/, minShareCount: 2 }],
        },
      },
    },
  },
  server: {
    proxy: { "/api": service, "/v1": service, "/openapi.json": service, "/docs": service },
  },
  test: {
    environment: "happy-dom",
    setupFiles: ["src/fake/setup.ts"],
    testTimeout: 60_000,
  },
});
