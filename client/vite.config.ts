import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const src = fileURLToPath(new URL("./src", import.meta.url));

const browserEntry: Record<string, string> = { browser: `${src}/app/browser.tsx` };
const serverEntry: Record<string, string> = { render: `${src}/app/render.tsx` };

export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/assets/",
  publicDir: false,
  plugins: [react()],
  resolve: {
    alias: {
      "~": src,
      // Texts are compiled ahead (make client): the parser would be dead weight.
      "@formatjs/icu-messageformat-parser": "@formatjs/icu-messageformat-parser/no-parser.js",
    },
  },
  css: {
    transformer: "lightningcss",
    lightningcss: { cssModules: { pattern: "[hash]_[local]", grid: false } },
  },
  build: {
    target: "es2022",
    cssMinify: "lightningcss",
    outDir: isSsrBuild ? "dist/server" : "dist/browser",
    emptyOutDir: true,
    manifest: !isSsrBuild,
    assetsDir: ".",
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: {
      input: isSsrBuild ? serverEntry : browserEntry,
    },
  },
  ssr: { noExternal: true },
}));
