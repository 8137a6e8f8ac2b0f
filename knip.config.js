/** The style sheets and fonts that a style sheet imports, as imports of a module. */
const importsOf = (css) =>
  [...css.matchAll(/(?:@import |url\()"([.@][^"]+)"/g)].map(([, path]) => `import ${JSON.stringify(path)};`).join("\n");

export default {
  entry: [
    "client/src/app/{browser.ts,datasheet.tsx,pictures.ts,render.tsx,threads.ts}",
    "client/src/playground/playground.tsx",
    // Imported under a condition, whose exports knip does not follow.
    "client/src/preview/preview.ts",
    // Run by the Makefile.
    "client/build/{layOutRuntime,themeFiles}.ts",
    // Started by identityProvider.ts.
    "client/test/identityProvider.server.js",
    "bench/*.mjs",
    "adoption/**/*.test.ts",
  ],
  project: ["adoption/**/*.ts", "client/**/*.{ts,tsx,js,css}", "e2e/**/*.ts", "bench/**/*.mjs", "*.js"],
  // Tools that only the Makefile runs, the transformer in client/vite.config.ts, what generated code imports, and:
  ignoreDependencies: [
    "@formatjs/cli",
    "prettier",
    "lightningcss",
    "@graphql-typed-document-node/core",
    // Fonts that data sheets read as files.
    "@embedpdf/.*",
    "@expo-google-fonts/.*",
    // Data that client/build/worldMap.ts reads as files.
    "i18n-iso-countries",
    "world-atlas",
  ],
  ignoreExportsUsedInFile: { interface: true, type: true },
  compilers: { css: importsOf },
  vite: { config: "client/vite.config.ts" },
  playwright: {
    config: ["e2e/playwright.config.ts", "e2e/pictures.config.ts"],
    entry: ["e2e/**/*.{spec,setup}.ts", "e2e/pictures.ts"],
  },
  "graphql-codegen": { config: "client/codegen.ts" },
};
