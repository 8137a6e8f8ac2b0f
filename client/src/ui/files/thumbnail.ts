/** The height of a thumbnail in pixels, and the size of a file in bytes above which none is made. */
const thumbnailHeight = 96;
/** A wider picture, such as a panorama, has no thumbnail: its copy would be too large to be stored. */
const maxThumbnailWidth = 8 * thumbnailHeight;
const maxPictureSize = 20 * 2 ** 20;

/** Makes a small picture of a file as a data URL; undefined for a file that the browser cannot show. */
export async function thumbnailOf(file: File): Promise<string | undefined> {
  if (!file.type.startsWith("image/") || file.size > maxPictureSize) return undefined;
  try {
    const bitmap = await createImageBitmap(file, { resizeHeight: thumbnailHeight });
    if (bitmap.width > maxThumbnailWidth) {
      bitmap.close();
      return undefined;
    }
    const canvas = document.createElement("canvas");
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    bitmap.close();
    // WebP keeps transparency. The result of a canvas that cannot be encoded is "data:,".
    const url = canvas.toDataURL("image/webp", 0.7);
    return url.startsWith("data:image/") ? url : undefined;
  } catch {
    return undefined;
  }
}
