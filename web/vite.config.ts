import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { markdown } from "./markdown.ts";
import { pack } from "./pack.ts";
import { preload } from "./preload.ts";
import { stamp } from "./stamp.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [markdown(), svelte(), preload(), stamp(), pack()],
  resolve: { alias: { $lib: here("./src/lib"), $parts: here("./src/parts"), $games: here("./src/games") } },
  build: {
    outDir: here("../src/tatze/web/static"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
  },
  server: {
    port: 5173,
    fs: { allow: [here("..")] },
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } },
  },
});
