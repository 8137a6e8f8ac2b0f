/**
 * Writes the elements of English product pages for the peers, as JSON: `node trees.js <origin> <folder>` reads paths
 * from the standard input, one a line, requests their documents, and writes `<slug>.json` for each, with its frame and
 * its content. A text that is one of the product or the navigation has its path in that data.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { attributesToProps, htmlToDOM } from "html-react-parser";
import { readNavigation, readProduct } from "./data.js";

/** The digits of a number are grouped in a document. */
const normalized = (text) => text.replace(/[\s,]/g, "");

/** The paths of texts in data, by the texts. */
function pathsIn(data, path = [], paths = new Map()) {
  if (typeof data === "string") paths.set(normalized(data), path);
  else for (const key of Object.keys(data ?? {})) pathsIn(data[key], [...path, key], paths);
  return paths;
}

/** A node for tree.js. */
function nodeOf(source) {
  if (source.type === "text") return source.data;
  const props = attributesToProps(source.attribs, source.name);
  return [source.name, props, ...source.children.filter(isShown).map(nodeOf)];
}

/** A node whose texts are those of data, where it has them. */
function bound(node, paths) {
  if (typeof node === "string") {
    const path = paths.get(normalized(node));
    return path ? { path, text: node } : node;
  }
  const [tag, props, ...children] = node;
  return [tag, props, ...children.map((child) => bound(child, paths))];
}

const isShown = ({ type }) => type === "text" || type === "tag";

/** Takes the content out of a frame: the children of the first `main`. */
function takeContent(node) {
  if (typeof node === "string") return null;
  if (node[0] === "main") return node.splice(0, node.length, "main", {});
  for (const child of node.slice(2)) {
    const found = takeContent(child);
    if (found) return found;
  }
  return null;
}

const [origin, folder] = process.argv.slice(2);
const navigation = pathsIn(await readNavigation("en"));
for await (const path of createInterface({ input: process.stdin })) {
  const response = await fetch(origin + path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const [, body] = /<body>(<div id="strand">.*?)<script type="application\/json" id="strand-config">/s.exec(
    await response.text(),
  );
  const [root] = htmlToDOM(body);
  const frame = nodeOf(root);
  const content = takeContent(frame);
  if (!content) throw new Error(`${path} has no main element`);
  const slug = path.slice(path.lastIndexOf("/") + 1);
  const product = pathsIn(await readProduct(process.env.STRAND_PIM_URL, "en", slug));
  const page = { frame: bound(frame, navigation), content: bound(content, product) };
  writeFileSync(join(folder, `${slug}.json`), JSON.stringify(page));
}
