/** The URL after a login without a requested URL (URL-35). */
export const defaultReturn = "/mykomax";

/** The redirect page of the login, with or without a locale; returning there would loop. */
const callback = /^(\/[a-z]{2}(-[a-z]{2})?)?\/callback$/i;

/**
 * Returns path, query and hash of a URL of this origin; `otherwise` for any other URL, so that the login
 * cannot redirect to another site.
 */
export function returnUrl(requested: string, origin: string, otherwise: string): string {
  if (!requested.startsWith("/") || !URL.canParse(requested, origin)) return otherwise;
  const url = new URL(requested, origin);
  // `/x/..//other.example` has this origin, but its normalized path is a protocol-relative URL of another one.
  if (url.origin !== origin || url.pathname.startsWith("//") || callback.test(url.pathname)) return otherwise;
  return url.pathname + url.search + url.hash;
}
