import { join } from "node:path";

/** tree.js and the packages are in the folder above. */
const root = join(import.meta.dirname, "..");

/** Twice the pages of a replay fit into memory, so that none is read from the disk for a view. */
const cacheMaxMemorySize = 256 << 20;

export default { turbopack: { root }, outputFileTracingRoot: root, cacheMaxMemorySize };
