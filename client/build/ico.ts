/** A picture of an icon file. */
interface IcoPicture {
  /** Its side in pixels, below 256. */
  size: number;
  png: Buffer;
}

const headerLength = 6;
const entryLength = 16;

/** Returns an icon file (ICO) of pictures in PNG format. */
export function icoOf(pictures: readonly IcoPicture[]): Buffer {
  const header = Buffer.alloc(headerLength + entryLength * pictures.length);
  header.writeUInt16LE(1, 2); // icons
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  pictures.forEach(({ size, png }, i) => {
    const entry = headerLength + entryLength * i;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4); // color planes
    header.writeUInt16LE(32, entry + 6); // bits per pixel
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}
