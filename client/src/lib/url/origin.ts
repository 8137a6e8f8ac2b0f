import { createContext, useContext } from "react";

const OriginContext = createContext("");

/** Provides scheme and host of the request: the server has no `location`. */
export const OriginProvider = OriginContext.Provider;

/** Scheme and host of the request, without a trailing slash. */
export function useOrigin(): string {
  return useContext(OriginContext);
}
