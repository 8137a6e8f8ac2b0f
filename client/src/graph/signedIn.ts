/**
 * Options of operations of the signed-in user. Errors, including network errors, are part of the result: forms show
 * them, and nothing has to be caught. A query that follows a change does not share the response of one that was sent
 * before it.
 */
export const signedIn = { context: { signedIn: true, queryDeduplication: false }, errorPolicy: "all" } as const;
