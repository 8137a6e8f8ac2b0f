import { writeFileSync } from "node:fs";
import { test } from "@playwright/test";

/**
 * Writes a file into the folder of the running test and returns its path. Playwright sends a path to the browser much
 * faster than a large content.
 */
export function writeFile(name: string, content: Buffer | string): string {
  const path = test.info().outputPath(name);
  writeFileSync(path, content);
  return path;
}

/** Writes a video of a few megabytes, hum.mp4: a valid header without content. */
export function writeVideo(): string {
  const head = Buffer.from([0, 0, 0, 0x20, ...Buffer.from("ftypisom"), 0, 0, 2, 0, ...Buffer.from("isomiso2avc1mp41")]);
  return writeFile("hum.mp4", Buffer.concat([head, Buffer.alloc(12_000_000, 7)]));
}
