import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { OutputBundle, OutputChunk } from "rolldown";
import type { Plugin } from "vite";

const EMPTY = "const JOIN_FILES = [];";

/** Every file that a chunk needs at once: itself, what it imports, and their styles. */
function filesOf(bundle: OutputBundle, chunk: OutputChunk, found = new Set<string>()): Set<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const name of chunk.imports) {
    const other = bundle[name];
    if (other?.type === "chunk") filesOf(bundle, other, found);
  }
  return found;
}

/** Writes into start.js which files the page /join needs beyond those of the first load, so that they come beside them. */
export function preload(): Plugin {
  let folder = "";
  let files: string[] = [];
  return {
    name: "tatze-preload",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
      const first = chunks.find((one) => one.isEntry);
      const page = chunks.find((one) => one.facadeModuleId?.endsWith("/pages/Join.svelte"));
      if (!first || !page) throw new Error("the build has no page /join");
      files = [...filesOf(bundle, page).difference(filesOf(bundle, first))].map((name) => `/${name}`);
    },
    closeBundle() {
      const script = join(folder, "start.js");
      const text = readFileSync(script, "utf8");
      if (!text.includes(EMPTY)) throw new Error("start.js has no place for the files of /join");
      writeFileSync(script, text.replace(EMPTY, `const JOIN_FILES = ${JSON.stringify(files)};`));
    },
  };
}
