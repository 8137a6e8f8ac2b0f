import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin } from "vite";

interface ManifestEntry {
  file: string;
  src?: string;
  isDynamicEntry?: boolean;
}

/** Returns a manifest with an entry for each source, which is that of its file. */
export function withSources(
  manifest: Record<string, ManifestEntry>,
  fileOf: ReadonlyMap<string, string>,
): Record<string, ManifestEntry> {
  const chunks = new Map(Object.values(manifest).map((entry) => [entry.file, entry]));
  const added = [...fileOf].flatMap(([src, file]) => {
    const chunk = chunks.get(file);
    return chunk && !manifest[src] ? [[src, { ...chunk, src, isDynamicEntry: true }] as const] : [];
  });
  return { ...manifest, ...Object.fromEntries(added) };
}

/**
 * Vite plugin: the manifest names a module that is loaded on demand only if it has a file of its own. Adds those that
 * share one (`codeSplitting` in vite.config.ts): the server finds the files of a screen by its source.
 */
export function manifestSources(): Plugin {
  let root = "";
  return {
    name: "strand-sources",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    configResolved(config) {
      root = config.root;
    },
    writeBundle({ dir = "" }, bundle) {
      const fileOf = new Map<string, string>();
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        for (const id of chunk.moduleIds) {
          if (this.getModuleInfo(id)?.dynamicImporters.length) fileOf.set(relative(root, id), chunk.fileName);
        }
      }
      const file = join(dir, ".vite/manifest.json");
      const manifest = JSON.parse(readFileSync(file, "utf8")) as Record<string, ManifestEntry>;
      writeFileSync(file, `${JSON.stringify(withSources(manifest, fileOf), undefined, 2)}\n`);
    },
  };
}
