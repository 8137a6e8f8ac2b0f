// Sums up the JavaScript, compressed with brotli, that pages for investors load in addition to that of every content
// page, and prints which other pages would load any of it. Reads the build's manifest: run `make client` first.
//
//   node bench/investors.mjs
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

const base = new URL("../client/dist/browser/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", base), "utf8"));

/** A module with all its static imports. */
function closure(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const more of manifest[name].imports ?? []) closure(more, found);
  return found;
}

const view = "src/features/page/modules/investor/InvestorView.tsx";
const entry = Object.keys(manifest).find((name) => manifest[name].isEntry);
const everywhere = new Set([...closure(entry), ...closure("src/routes/content/ContentScreen.tsx")]);
const added = [...closure(view)].filter((name) => !everywhere.has(name));
let total = 0;
for (const name of added) {
  const size = brotliCompressSync(readFileSync(new URL(manifest[name].file, base))).length;
  total += size;
  console.log(String(size).padStart(8), name);
}
console.log(`${String(total).padStart(8)} bytes of JavaScript on pages for investors alone; at most 60,000`);
if (everywhere.has(view) || total > 60_000) process.exitCode = 1;
