import { minify } from "@swc/core";
import type { Plugin } from "vite";

/** Libraries whose own build has lost the annotations that let a bundler leave out what is not used. */
const unannotated = /\/node_modules\/(?:react-router|react-intl)\//;
const displayName = /^[A-Za-z_$][\w$]*\.displayName = "[^"\n]*";$/gm;
const pureCall = /= ((?:React\d*\.)?(?:memo|createContext|forwardRef)\()/g;

/** Lets components and contexts of React be left out where nothing uses them; the names are for developer tools alone. */
export function annotatePure(code: string): string {
  return code.replace(displayName, "").replace(pureCall, "= /* @__PURE__ */ $1");
}

/** React is larger after it. */
const skipped = new Set(["react"]);

/**
 * Makes the scripts smaller than Vite's minifier does alone, which runs afterwards: by 2.4 kB in the first load, as sent with
 * brotli.
 */
export function minified(): Plugin {
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
