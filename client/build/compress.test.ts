/** @jest-environment node */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { compressFolder } from "./compress";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "strand-compress-"));
});
afterEach(() => rm(folder, { recursive: true }));

const script = "export const words = 'the same words again';\n".repeat(100);

/** Random bytes, which no compression makes smaller. */
function noise(length: number): Buffer {
  let state = 1;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    }),
  );
}

test("writes both compressed forms, with the same bytes on each run", async () => {
  await mkdir(join(folder, "fonts"));
  await writeFile(join(folder, "a.js"), script);
  await writeFile(join(folder, "fonts", "b.svg"), script);
  await compressFolder(folder);
  const br = await readFile(join(folder, "a.js.br"));
  expect(brotliDecompressSync(br).toString()).toBe(script);
  expect(gunzipSync(await readFile(join(folder, "fonts", "b.svg.gz"))).toString()).toBe(script);
  await compressFolder(folder);
  expect(await readFile(join(folder, "a.js.br"))).toEqual(br);
  expect((await readdir(folder)).sort()).toEqual(["a.js", "a.js.br", "a.js.gz", "fonts"]);
});

test("skips files that do not shrink and removes forms of an older build", async () => {
  await writeFile(join(folder, "small.js"), "export {};");
  await writeFile(join(folder, "picture.webp"), script);
  await writeFile(join(folder, "noise.wasm"), noise(4096));
  await writeFile(join(folder, "small.js.br"), "older");
  await writeFile(join(folder, "gone.js.br"), "older");
  await writeFile(join(folder, "gone.js.gz"), "older");
  await compressFolder(folder);
  expect((await readdir(folder)).sort()).toEqual(["noise.wasm", "picture.webp", "small.js"]);
});
