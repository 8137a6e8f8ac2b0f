import { createContext, useContext } from "react";

/** The link to the privacy statement among the legal links of a site: its URL contains `privacy` in all languages. */
export function privacyLink<Link extends { url?: string | null }>(
  links: readonly Link[] | undefined,
): Link | undefined {
  return links?.find(({ url }) => url?.includes("privacy"));
}

const PrivacyUrlContext = createContext<string | undefined>(undefined);

export const PrivacyUrlProvider = PrivacyUrlContext.Provider;

/** The URL of the privacy statement of this page's site; undefined for a site without one. */
export function usePrivacyUrl(): string | undefined {
  return useContext(PrivacyUrlContext);
}
