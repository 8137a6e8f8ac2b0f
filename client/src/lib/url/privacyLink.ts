/** The link to the privacy statement among the legal links of a site: its URL contains `privacy` in all languages. */
export function privacyLink<Link extends { url?: string | null }>(
  links: readonly Link[] | undefined,
): Link | undefined {
  return links?.find(({ url }) => url?.includes("privacy"));
}
