import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin, ResolvedConfig } from "vite";

/** File types that compress well: text, and fonts without compression of their own. */
const compressible = /\.(?:css|html|js|json|map|mjs|otf|svg|ttf|txt|wasm|xml)$/;

/** Bytes. Below this size the compression saves less than its response headers add. */
const minSize = 256;

/** A compressed form is kept if it is at most this fraction of the original. */
const maxRatio = 0.95;

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
 * Writes `.br` and `.gz` beside the files of a folder, which the server sends unchanged (`edge/assets/assets.go`). The
 * output is deterministic. Removes forms whose original no longer exists and forms that do not shrink enough.
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
  const isCompressible = compressible.test(file) && data.length >= minSize;
  for (const [suffix, compress] of Object.entries(forms)) {
    const compressed = isCompressible ? await compress(data) : undefined;
    if (compressed && compressed.length <= data.length * maxRatio) await writeFile(file + suffix, compressed);
    else await rm(file + suffix, { force: true });
  }
}

/** Vite plugin: compresses the output as a part of the build, so that both forms always belong to the same build. */
export function compressAssets(): Plugin {
  let config: ResolvedConfig;
  let hasFailed = false;
  return {
    name: "strand-compressed",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    buildEnd(error) {
      hasFailed = Boolean(error);
    },
    // After a failed build there may be no folder, and an error here would hide that of the build.
    async closeBundle() {
      if (!hasFailed) await compressFolder(join(config.root, config.build.outDir));
    },
  };
}
