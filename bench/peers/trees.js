/**
 * Writes the elements of documents for the peers, as JSON: `node trees.js <origin> <folder>` reads paths from the standard input,
 * one a line, requests their documents, and writes `<number>.json` for each, with its frame and its content.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { attributesToProps, htmlToDOM } from "html-react-parser";

/** A node for tree.js. */
function nodeOf(source) {
  if (source.type === "text") return source.data;
  const props = attributesToProps(source.attribs, source.name);
  return [source.name, props, ...source.children.filter(isShown).map(nodeOf)];
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
let number = 0;
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
  writeFileSync(join(folder, `${number++}.json`), JSON.stringify({ frame, content }));
}
