import sharp, { type Metadata, type Sharp } from "sharp";
import { RefusedError, serve } from "~/app/serve";

/**
 * Bounds of decoded pictures: pixels, bytes, and pixels of a side. A pixel takes up to four bytes, or eight if its
 * channels have 16 bits.
 */
const maxPixels = 40_000_000;
const maxBytes = 4 * maxPixels;
const maxSide = 1 << 15;

/** Seconds; a request waits a little longer (`render.Pictures`). */
const timeout = 7;

// The pool limits the concurrency, and each picture is different.
sharp.concurrency(1);
sharp.cache(false);
// Only the formats that editors upload are decoded: the library has decoders for many more.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
  ],
});

interface Size {
  /** 0 keeps the proportions. */
  width: number;
  height: number;
}

/** Limits a size to the pixels of the original, because copies are never larger (`media.Size.Within` in Go). */
function within(size: Size, original: Size): Size {
  let { width, height } = size;
  if (width > original.width) {
    height = Math.round((height * original.width) / width);
    width = original.width;
  }
  if (height > original.height) {
    width = Math.round((width * original.height) / height);
    height = original.height;
  }
  return { width, height };
}

async function readHeader(data: Buffer): Promise<Metadata> {
  try {
    return await sharp(data, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw new RefusedError(422, `read the header: ${String(error)}`);
  }
}

/**
 * Returns a picture in a size and format: upright (EXIF orientation), in sRGB (embedded color profile), without
 * metadata. With a width and a height it is cropped to its middle. Of an animation it is the first frame, because
 * visitors could not stop it.
 */
async function transform(data: Buffer, size: Size, format: string, quality: number): Promise<Buffer> {
  const { width, height, channels, depth, autoOrient } = await readHeader(data);
  const pixels = width * height;
  if (
    pixels > maxPixels ||
    pixels * channels * (depth === "uchar" ? 1 : 2) > maxBytes ||
    Math.max(width, height) > maxSide
  )
    throw new RefusedError(413, `${width} by ${height} pixels with ${channels} channels`);
  const target = within(size, autoOrient);
  // Of a truncated picture, which browsers show too, the part that was read is shown.
  const picture = sharp(data, { limitInputPixels: maxPixels, failOn: "none", autoOrient: true })
    .resize(target.width || undefined, target.height || undefined, { fit: "cover" })
    .timeout({ seconds: timeout });
  return encode(picture, format, quality).catch((error: unknown) => {
    const text = String(error);
    throw text.includes("timeout") ? error : new RefusedError(422, text);
  });
}

function encode(picture: Sharp, format: string, quality: number): Promise<Buffer> {
  switch (format) {
    case "png":
      return picture.png().toBuffer();
    case "jpeg":
      // The format has no transparency: paper is white.
      return picture.flatten({ background: "#fff" }).jpeg({ quality, progressive: false }).toBuffer();
    default:
      return picture.webp({ quality }).toBuffer();
  }
}

serve((url, body) => {
  const number = (name: string) => Number(url.searchParams.get(name));
  const size = { width: number("width"), height: number("height") };
  return transform(body, size, url.searchParams.get("format") ?? "", number("quality"));
});
