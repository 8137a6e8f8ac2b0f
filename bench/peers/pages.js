import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "./data.js";

/** A node with the texts of the English page. */
function plain(node) {
  if (typeof node === "string") return node;
  if (!Array.isArray(node)) return node.text;
  const [tag, props, ...children] = node;
  return [tag, props, ...children.map(plain)];
}

/**
 * Sets what the pages of a framework share: the elements that trees.js has written into PEER_PAGES, by the slugs of
 * products, and `load` for their data. Elements stay in memory, as the code of components does. `floors` have all texts
 * in them.
 */
export function prepare() {
  const folder = process.env.PEER_PAGES;
  const pages = {};
  for (const name of readdirSync(folder)) {
    pages[name.replace(".json", "")] = JSON.parse(readFileSync(join(folder, name), "utf8"));
  }
  const floors = Object.fromEntries(
    Object.entries(pages).map(([slug, { frame, content }]) => [slug, { frame: plain(frame), content: plain(content) }]),
  );
  globalThis.peer = { pages, floors, load };
}
