import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import type { Plugin } from "vite";

/** Puts a packed twin beside each file that shrinks; the server hands it out to browsers that can unpack it. */
export function pack(): Plugin {
  let folder = "";
  return {
    name: "tatze-pack",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
      for (const name of files.filter((one) => /\.(js|css|svg|txt|webmanifest)$/.test(one))) {
        const whole = readFileSync(join(folder, name));
        if (whole.length > 1024) writeFileSync(join(folder, `${name}.gz`), gzipSync(whole, { level: 9 }));
      }
    },
  };
}
