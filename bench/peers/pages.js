import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Reads the pages that trees.js has written into PEER_PAGES, by their numbers. They stay in memory: a peer neither reads nor parses
 * them for a request.
 */
export function readPages() {
  const folder = process.env.PEER_PAGES;
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return Object.fromEntries(
    files.map((name) => [name.replace(".json", ""), JSON.parse(readFileSync(join(folder, name), "utf8"))]),
  );
}
