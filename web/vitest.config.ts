import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig, mergeConfig } from "vitest/config";

import build from "./vite.config.ts";

export default mergeConfig(
  build,
  defineConfig({
    plugins: [svelteTesting()],
    test: {
      environment: "jsdom",
      include: ["tests/**/*.test.ts", "src/**/*.test.ts"],
      setupFiles: ["tests/setup.ts"],
      testTimeout: 30_000, // a busy machine takes its time
    },
  }),
);
