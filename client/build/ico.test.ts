/** @jest-environment node */

import { icoOf } from "./ico";

test("an icon file lists its pictures with their places", () => {
  const file = icoOf([
    { size: 16, png: Buffer.from("first") },
    { size: 32, png: Buffer.from("second!") },
  ]);
  expect(file.readUInt16LE(0)).toBe(0);
  expect(file.readUInt16LE(2)).toBe(1);
  expect(file.readUInt16LE(4)).toBe(2);
  const pictures = [6, 22].map((entry) => {
    const start = file.readUInt32LE(entry + 12);
    return `${file.readUInt8(entry)} ${file.toString("utf8", start, start + file.readUInt32LE(entry + 8))}`;
  });
  expect(pictures).toEqual(["16 first", "32 second!"]);
});
