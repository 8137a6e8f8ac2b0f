import { createContext, useContext } from "react";

const OriginContext = createContext("");

/** Tells the app which scheme and host the visitor used: the server has no `location`. */
export const OriginProvider = OriginContext.Provider;

/** Scheme and host that the visitor used, without a trailing slash. */
export function useOrigin(): string {
  return useContext(OriginContext);
}
