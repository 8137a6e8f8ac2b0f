import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin, ResolvedConfig } from "vite";

/** What shrinks: text, and fonts that are not compressed by themselves. */
const compressible = /\.(?:css|html|js|json|map|mjs|otf|svg|ttf|txt|wasm|xml)$/;

/** In bytes; what is smaller shrinks by less than its headers take. */
const smallest = 256;

/** A compressed form is kept where it takes at most this part of the file. */
const worthwhile = 0.95;

const forms = {
  ".br": (data: Buffer) =>
    promisify(brotliCompress)(data, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
      },
    }),
  ".gz": (data: Buffer) => promisify(gzip)(data, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Writes `.br` and `.gz` beside the files of a folder, for the server to send as they are (`edge/assets.go`). The same
 * files give the same result; forms of files that are no longer there, or that do not help, are removed.
 */
export async function compressFolder(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith("."));
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const suffix = /\.(?:br|gz)$/.exec(name)?.[0];
      if (suffix) {
        if (!names.includes(name.slice(0, -suffix.length))) await rm(file);
      } else if ((await stat(file)).isDirectory()) {
        await compressFolder(file);
      } else {
        await compressFile(file);
      }
    }),
  );
}

async function compressFile(file: string): Promise<void> {
  const data = await readFile(file);
  const helps = compressible.test(file) && data.length >= smallest;
  for (const [suffix, compress] of Object.entries(forms)) {
    const compressed = helps ? await compress(data) : undefined;
    if (compressed && compressed.length <= data.length * worthwhile) await writeFile(file + suffix, compressed);
    else await rm(file + suffix, { force: true });
  }
}

/** Compresses what a build has written, as a part of that build: both are always of the same one. */
export function compressed(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "strand-compressed",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle(error) {
      if (!error) await compressFolder(join(config.root, config.build.outDir));
    },
  };
}
