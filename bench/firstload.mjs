// Measures how much each library adds to the initial scripts of a document: it builds the client without each library,
// and sums up the scripts of the templates again. Needs `make build` and a running server of that build.
//
//   node bench/firstload.mjs [--only name,…] [http://localhost:8080]
//
// In a build without a library, each of its modules has the same exports with values that the bundler cannot evaluate,
// and its imports from other packages count as used: the code that uses the library, and the code that it uses, stays.
// Such a build is only measured, never run.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build, loadConfigFromFile } from "vite";

/** In bytes; smaller files are sent as they are (client/build/compress.ts). */
const smallest = 256;

const root = new URL("..", import.meta.url).pathname;
const templates = { home: "/en", product: "/en/products/crimping/bench-presses/h-20" };

const ofPackage = (...names) => new RegExp(`/node_modules/(?:${names.join("|")})/`);
const formatjs = ["react-intl", "@formatjs/[^/]+", "intl-messageformat"];

/** The modules that are left out, by the name of a row. */
const parts = {
  react: ofPackage("react"),
  "react-dom": ofPackage("react-dom"),
  scheduler: ofPackage("scheduler"),
  "react-router": ofPackage("react-router"),
  "cookie, set-cookie-parser": ofPackage("cookie", "set-cookie-parser"),
  "react-intl and all below it": ofPackage(...formatjs),
  "react-intl": ofPackage("react-intl"),
  "@formatjs/intl": ofPackage("@formatjs/intl"),
  "@formatjs/icu-messageformat-parser, icu-skeleton-parser": ofPackage("@formatjs/icu-[^/]+"),
  "@formatjs/fast-memoize": ofPackage("@formatjs/fast-memoize"),
  "intl-messageformat": ofPackage("intl-messageformat"),
  clsx: ofPackage("clsx"),
  "texts (English)": /\/i18n\/compiled\/.*\.json$/,
  "own page modules": /\/client\/src\/features\/page\/modules\/[A-Z]/,
  "own code": /\/client\/src\/(?!i18n\/compiled)/,
};

/** The scripts of documents as entries of the build's manifest, identified by their source modules. */
async function sourcesOf(base, manifest) {
  const keyOf = new Map(Object.entries(manifest).map(([key, chunk]) => [chunk.file, key]));
  const sources = {};
  for (const [name, path] of Object.entries(templates)) {
    const text = await (await fetch(base + path, { headers: { accept: "text/html" } })).text();
    const files = [...text.matchAll(/\/assets\/([^"]+\.js)"/g)].map((match) => match[1]);
    if (files.length === 0) throw new Error(`${path} has no scripts.`);
    sources[name] = files.map((file) => {
      const key = keyOf.get(file);
      if (!key) throw new Error(`${file} of ${path} is not part of the build in client/dist.`);
      return key;
    });
  }
  return sources;
}

/** The size of all static imports of sources in bytes, compressed with brotli and parsed. */
function measure(folder, sources) {
  const manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8"));
  const found = new Set();
  const waiting = [...sources];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    // A chunk that is left out has no entry.
    if (found.has(key) || !manifest[key]) continue;
    found.add(key);
    waiting.push(...(manifest[key].imports ?? []));
  }
  const files = new Set([...found].map((key) => join(folder, manifest[key].file)));
  let brotli = 0;
  let parsed = 0;
  for (const file of files) {
    const data = readFileSync(file);
    parsed += data.length;
    brotli += data.length < smallest ? data.length : brotliCompressSync(data).length;
  }
  return { brotli, parsed };
}

/** A plugin that empties the modules that match. */
function leaveOut(pattern) {
  const unknown = "globalThis.leftOut";
  return {
    name: "leave-out",
    enforce: "post",
    transform(code, id) {
      const file = id.replace(/\?.*$/, "");
      // Stylesheets keep their class names.
      if (!pattern.test(file) || /\.css$/.test(file)) return null;
      if (/\.(?:json|graphql)$/.test(file)) return { code: `export default ${unknown};`, map: null };
      if (/\bmodule\.exports\b|\bexports\.\w/.test(code) && !/^\s*(?:import|export)\b/m.test(code))
        return { code: `module.exports = ${unknown};`, map: null };
      const names = new Set();
      const stars = [];
      const imports = [];
      const used = [];
      for (const node of this.parse(code).body) {
        // Dynamic imports stay dynamic.
        if (node.type === "ExportAllDeclaration") stars.push(code.slice(node.start, node.end));
        if (node.type === "ImportDeclaration") {
          const source = node.source.value;
          const isPackage = /^[@a-z]/.test(source);
          imports.push(isPackage ? code.slice(node.start, node.end) : `import ${JSON.stringify(source)};`);
          if (isPackage) used.push(...node.specifiers.map((one) => one.local.name));
        }
        if (node.type === "ExportDefaultDeclaration") names.add("default");
        if (node.type !== "ExportNamedDeclaration") continue;
        for (const one of node.specifiers) names.add(one.exported.name ?? one.exported.value);
        if (node.source) imports.push(`import ${JSON.stringify(node.source.value)};`);
        const declared = node.declaration?.declarations ?? (node.declaration ? [node.declaration] : []);
        for (const one of declared) if (one.id?.name) names.add(one.id.name);
      }
      const late = [...code.matchAll(/\bimport\(\s*"[^"]+"\s*\)/g)].map((match) => `${unknown}(() => ${match[0]});`);
      const lines = [...names].map((name, i) => `const leftOut${i} = ${unknown}; export { leftOut${i} as ${name} };`);
      if (used.length > 0) late.push(`${unknown}(${used.join(", ")});`);
      return { code: [...imports, ...stars, ...lines, ...late].join("\n"), map: null };
    },
  };
}

async function buildWithout(pattern) {
  const folder = mkdtempSync(join(tmpdir(), "strand-firstload-"));
  const loaded = await loadConfigFromFile(
    { command: "build", mode: "production", isSsrBuild: false },
    join(root, "client/vite.config.ts"),
  );
  const config = loaded.config;
  await build({
    ...config,
    configFile: false,
    logLevel: "error",
    // The files are compressed when they are measured.
    plugins: [...config.plugins.filter((one) => one.name !== "strand-compressed"), leaveOut(pattern)],
    build: { ...config.build, outDir: folder },
  });
  return folder;
}

const args = process.argv.slice(2);
const only = args[0] === "--only" ? args.splice(0, 2)[1].split(",") : Object.keys(parts);
const base = args[0] ?? "http://localhost:8080";
const built = join(root, "client/dist/browser");
if (!existsSync(built)) throw new Error("Run make build first.");
process.env.NODE_ENV = "production";
const sources = await sourcesOf(base, JSON.parse(readFileSync(join(built, ".vite/manifest.json"), "utf8")));
const whole = Object.fromEntries(Object.keys(templates).map((name) => [name, measure(built, sources[name])]));
const cells = (sizes) =>
  Object.keys(templates).flatMap((name) => [sizes[name].brotli, sizes[name].parsed].map((n) => n.toLocaleString("en")));
console.log(
  `| without | ${Object.keys(templates)
    .flatMap((n) => [`${n}, brotli`, `${n}, parsed`])
    .join(" | ")} |`,
);
console.log("|---|---|---|---|---|");
console.log(`| nothing | ${cells(whole).join(" | ")} |`);
for (const name of only) {
  const folder = await buildWithout(parts[name]);
  const sizes = Object.fromEntries(
    Object.keys(templates).map((template) => [template, measure(folder, sources[template])]),
  );
  rmSync(folder, { recursive: true });
  console.log(`| ${name} | ${cells(sizes).join(" | ")} |`);
}
