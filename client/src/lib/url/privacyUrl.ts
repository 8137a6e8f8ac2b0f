import { createContext, useContext } from "react";

const PrivacyUrlContext = createContext<string | undefined>(undefined);

export const PrivacyUrlProvider = PrivacyUrlContext.Provider;

/** The URL of the privacy statement of this page's site; undefined for a site without one. */
export function usePrivacyUrl(): string | undefined {
  return useContext(PrivacyUrlContext);
}
