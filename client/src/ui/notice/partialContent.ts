import { createContext, useContext } from "react";

const PartialContent = createContext(false);

export const PartialContentProvider = PartialContent.Provider;

/** Whether the server could not read a part of the page. */
export function useIsPartial(): boolean {
  return useContext(PartialContent);
}
