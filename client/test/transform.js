import { readdirSync } from "node:fs";
import { dirname, posix, relative } from "node:path";
import swc from "@swc/jest";

/**
 * Matches `import.meta.glob` with a pattern or an array of patterns, of which only the first is used: the others
 * exclude tests.
 */
const call = /import\.meta\.glob(?:<[^(]*>)?\(\s*\[?"([^"]+)"[^\]{)]*\]?(?:,\s*(\{[^}]*\}))?,?\s*\)/g;

/** The files below a folder that match a pattern with `*`, relative to the folder as in Vite. */
function filesOf(folder, pattern) {
  const matches = new RegExp(`^${pattern.replace(/[.+]/g, "\\$&").replaceAll("*", "[^/]*")}$`);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `./${posix.join(...relative(folder, entry.parentPath ?? entry.path).split("/"), entry.name)}`)
    .filter((file) => matches.test(file) && !file.includes(".test."));
}

/** Replaces Vite's `import.meta.glob` by an object of `require` calls, for CommonJS. */
function withGlobs(source, file) {
  return source.replace(call, (_, pattern, options = "") => {
    const entries = filesOf(dirname(file), pattern).map((name) => {
      const loaded = options.includes('"default"')
        ? `((m) => m.default ?? m)(require("${name}"))`
        : `require("${name}")`;
      return `"${name}": ${options.includes("eager: true") ? loaded : `() => Promise.resolve(${loaded})`}`;
    });
    return `({ ${entries.join(", ")} })`;
  });
}

/** Replaces Vite's additions to modules. */
const withoutVite = (source, file) => withGlobs(source, file).replaceAll("import.meta.env.SSR", "false");

/** Transforms TypeScript with SWC. */
export default {
  createTransformer(options) {
    const transformer = swc.createTransformer(options);
    return {
      process: (source, file, context) => transformer.process(withoutVite(source, file), file, context),
      getCacheKey: (source, file, context) => transformer.getCacheKey(withoutVite(source, file), file, context),
    };
  },
};
