import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Plugin } from "vite";

/** Writes a digest of everything that was built into the service worker: a new page brings a new worker, which throws away
 * what the old one kept. */
export function stamp(): Plugin {
  let folder = "";
  return {
    name: "tatze-stamp",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      const digest = createHash("sha256");
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
      for (const name of files.filter((one) => statSync(join(folder, one)).isFile())) {
        digest.update(name).update(readFileSync(join(folder, name)));
      }
      const worker = join(folder, "sw.js");
      const text = readFileSync(worker, "utf8");
      writeFileSync(worker, text.replace("tatze-files-dev", `tatze-files-${digest.digest("hex").slice(0, 16)}`));
    },
  };
}
