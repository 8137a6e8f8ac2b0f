import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressAssets } from "./build/compress.ts";
import { documents } from "./build/documents.ts";
import { minifyAssets } from "./build/minify.ts";
import { loadedPackages } from "./build/runtimePackages.ts";
import { manifestSources } from "./build/sources.ts";

const src = fileURLToPath(new URL("./src", import.meta.url));

/** React Router's production modules. The package's exports only contain those with development warnings. */
const routerInProduction = ["react-router", "react-router/dom"].map((name) => ({
  find: new RegExp(`^${name}$`),
  replacement: fileURLToPath(import.meta.resolve(name)).replace("/dist/development/", "/dist/production/"),
}));

const browserEntry: Record<string, string> = { browser: `${src}/app/browser.ts` };
const playgroundEntry: Record<string, string> = { playground: `${src}/playground/playground.tsx` };
const serverEntry: Record<string, string> = {
  threads: `${src}/app/threads.ts`,
  render: `${src}/app/render.tsx`,
  pictures: `${src}/app/pictures.ts`,
  datasheet: `${src}/app/datasheet.tsx`,
};

/** The playground is a separate build (`--mode playground`): it shares no chunk with the sites. */
export default defineConfig(({ command, isSsrBuild, mode }) => ({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: mode === "playground" ? "/playground/" : "/assets/",
  publicDir: false,
  plugins: [react(), documents(), minifyAssets(), manifestSources(), compressAssets()],
  resolve: {
    alias: [
      { find: "~", replacement: src },
      // Texts are compiled by `make client`: the parser is not needed.
      {
        find: "@formatjs/icu-messageformat-parser",
        replacement: "@formatjs/icu-messageformat-parser/no-parser.js",
      },
      ...(command === "build" ? routerInProduction : []),
    ],
  },
  // The scripts of the server would contain React's development build too, which Node would compile at each start.
  ...(isSsrBuild ? { define: { "process.env.NODE_ENV": '"production"' } } : {}),
  css: {
    transformer: "lightningcss",
    lightningcss: { cssModules: { pattern: "[hash]_[local]", grid: false } },
  },
  worker: { format: "es" },
  build: {
    target: "es2022",
    cssMinify: "lightningcss",
    outDir: isSsrBuild ? "dist/server" : mode === "playground" ? "dist/playground" : "dist/browser",
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // The document preloads the imports of the entry point.
    modulePreload: { resolveDependencies: (_, files, { hostId }) => (/^browser-/.test(hostId) ? [] : files) },
    assetsDir: ".",
    assetsInlineLimit: 0,
    sourcemap: false,
    // The playground's editor is large, but no other page loads it.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      onwarn(warning, warn) {
        // Directives of a compiler that is not used here.
        if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning);
      },
      // Few files for the first page: libraries of all screens, shared code, and the screens. Code that few screens
      // share, such as forms and tickets, is in their chunks.
      ...(isSsrBuild || mode === "playground"
        ? {}
        : {
            output: {
              codeSplitting: {
                groups: [
                  {
                    name: "vendor",
                    test: /node_modules\/(react|react-dom|scheduler|react-router|cookie|set-cookie-parser|react-intl|@formatjs|intl-messageformat|clsx)\//,
                  },
                  { name: "start", test: /client\/src\/app\/browser|vite\/preload-helper/ },
                  {
                    // What most pages of the sites need, with the screen of content pages.
                    name: "site",
                    test: /client\/src\/(app\/mount|routes\/(content\/ContentScreen|overview|OverviewIntro)|features\/(frame\/(Head|LanguageBanner)|share\/ShareButton)|ui\/request\/RequestLinks|lib\/url\/(usePagePath|privacyLink))/,
                  },
                  {
                    // Lists with filters, and the controls that forms have too.
                    name: "controls",
                    test: /client\/src\/(ui\/(listing\/Listing|input\/(Choice|Select|TextField|use[A-Za-z]+)\.|draft\/draft\.)|features\/(catalog\/ProductGrid|feedback\/PageFeedback)|graph\/useSubmitForm|lib\/interaction\/controlValue)/,
                  },
                  { name: "catalog", test: /client\/src\/routes\/catalog\/CatalogScreen/ },
                  { name: "search", test: /client\/src\/routes\/search\/SearchScreen/ },
                  {
                    name: "forms",
                    test: /client\/src\/(ui\/(form\/(FormField|useForm|values)|files\/FileField)|features\/page\/modules\/form\/FormControls)/,
                  },
                  {
                    // With the code that queries the graph: panels, dialogs, form submissions, the portal.
                    name: "apollo",
                    test: /node_modules\/(@apollo|@wry|optimism|rxjs|graphql|graphql-sse|graphql-tag|tslib)\/|client\/src\/(graph\/(?!generated|useSubmitForm|submitForm|onDemand)|features\/news\/readNewestNews|routes\/portal\/PrivateData\.)/,
                  },
                  {
                    // The components of all portal pages, in one file: the documents of all pages name every file.
                    name: "records",
                    test: /client\/src\/(features\/(tickets\/(TicketStatusLabel|TicketRows)|portal\/TemporarilyUnavailable)|routes\/portal\/PortalFrame|ui\/(record|status|listing\/(ListPage|Rows)|form\/(DialogForm|FormNotice|Problems)))/,
                  },
                ],
              },
            },
          }),
      input: isSsrBuild ? serverEntry : mode === "playground" ? playgroundEntry : browserEntry,
    },
  },
  ssr: { noExternal: true, external: loadedPackages },
}));
