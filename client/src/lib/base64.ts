/** So many bytes are one call: browsers limit the arguments of a function. */
const chunk = 0x8000;

/** Bytes in base64, as the graph takes files. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += chunk) text += String.fromCharCode(...bytes.subarray(i, i + chunk));
  return btoa(text);
}
