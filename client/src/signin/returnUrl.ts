/** The address after a login without a requested address (URL-35). */
export const defaultReturn = "/mykomax";

/** The redirect page of the login, with or without a locale; returning there would loop. */
const callback = /^(\/[a-z]{2}(-[a-z]{2})?)?\/callback$/i;

/**
 * Returns path, query and hash of an address of this origin; `otherwise` for any other address, so that the login
 * cannot redirect to another site.
 */
export function returnAddress(address: string, origin: string, otherwise: string): string {
  if (!address.startsWith("/") || !URL.canParse(address, origin)) return otherwise;
  const url = new URL(address, origin);
  // `/x/..//other.example` has this origin, but its normalized path is a protocol-relative address of another one.
  if (url.origin !== origin || url.pathname.startsWith("//") || callback.test(url.pathname)) return otherwise;
  return url.pathname + url.search + url.hash;
}
