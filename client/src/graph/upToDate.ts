/**
 * Options of a query whose answer must include every change so far: it neither comes from the cache nor shares the
 * response of a query that was sent before the change.
 */
export const upToDate = { fetchPolicy: "no-cache", context: { queryDeduplication: false } } as const;
