import { createContext, useContext } from "react";

const PartialContent = createContext(false);

export const PartialContentProvider = PartialContent.Provider;

/** Whether a part of the page could not be read by the server. */
export function useIsPartial(): boolean {
  return useContext(PartialContent);
}
