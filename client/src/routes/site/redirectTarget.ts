import type { Resolution } from "../screenModule";

/**
 * Returns where an address leads with its hash, which only the browser knows (URL-42, URL-45); undefined for an address
 * that does not redirect.
 */
export function redirectTarget(resolution: Resolution, hash: string): string | undefined {
  if (resolution.__typename === "PageResolution") return undefined;
  const text = textOf(hash);
  const withHash = resolution.hashLocations.find((location) => location.hash === text);
  if (withHash) return withHash.location;
  if (resolution.__typename === "NotFoundResolution") return undefined;
  return resolution.location.includes("#") ? resolution.location : resolution.location + hash;
}

/** Returns the hash of an address as the graph writes it. */
function textOf(hash: string): string {
  const text = hash.slice(1);
  try {
    return decodeURIComponent(text).normalize("NFC");
  } catch {
    return text;
  }
}
