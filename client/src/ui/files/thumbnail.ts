/** The height of a thumbnail in pixels, and the size of a file in bytes above which none is made. */
const thumbnailHeight = 96;
const maxPictureSize = 20 * 2 ** 20;

/** Makes a small picture of a file as a data URL; undefined for a file that the browser cannot show. */
export async function thumbnailOf(file: File): Promise<string | undefined> {
  if (!file.type.startsWith("image/") || file.size > maxPictureSize) return undefined;
  try {
    const bitmap = await createImageBitmap(file, { resizeHeight: thumbnailHeight });
    const canvas = document.createElement("canvas");
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    bitmap.close();
    return canvas.toDataURL("image/jpeg", 0.7);
  } catch {
    return undefined;
  }
}
