import { join } from "node:path";

/** tree.js and the packages are in the folder above. */
const root = join(import.meta.dirname, "..");

export default { turbopack: { root }, outputFileTracingRoot: root };
