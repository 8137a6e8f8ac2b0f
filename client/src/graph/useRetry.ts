import { useCallback } from "react";

/** Repeats a query; the query itself reports the result, also a failure. */
export function useRetry(refetch: () => Promise<unknown>): () => Promise<void> {
  return useCallback(() => refetch().then(ignore, ignore), [refetch]);
}

const ignore = () => undefined;
