/** Where a login returns to when nothing else was asked for (URL-35). */
export const defaultReturn = "/mykomax";

/** The page that a login comes back to, with or without a locale; returning there would turn in circles. */
const callback = /^(\/[a-z]{2}(-[a-z]{2})?)?\/callback$/i;

/**
 * The address to return to as path, query and hash of this origin; `otherwise` for anything else, so that nobody can be
 * led to another site by way of the login.
 */
export function returnAddress(address: string, origin: string, otherwise: string): string {
  if (!address.startsWith("/") || !URL.canParse(address, origin)) return otherwise;
  const url = new URL(address, origin);
  // `/x/..//other.example` has this origin, and a path that is an address of another.
  if (url.origin !== origin || url.pathname.startsWith("//") || callback.test(url.pathname)) return otherwise;
  return url.pathname + url.search + url.hash;
}
