import { createContext, useContext } from "react";

/** What was asked for cannot be shown now; the server says so with the document. */
export interface Outage {
  /** Names the failure in the log. */
  traceId?: string;
}

const OutageContext = createContext<Outage | undefined>(undefined);

export const OutageProvider = OutageContext.Provider;

/** The outage that the document arrived with; none where everything is well. */
export function useOutage(): Outage | undefined {
  return useContext(OutageContext);
}
