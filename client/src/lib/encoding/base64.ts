/** Bytes per call: browsers limit the number of arguments of a function. */
const chunk = 0x8000;

/** Encodes bytes in base64, the format of files in the graph. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += chunk) text += String.fromCharCode(...bytes.subarray(i, i + chunk));
  return btoa(text);
}
