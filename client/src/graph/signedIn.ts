/**
 * Options of operations of the signed-in user. Errors, including network errors, are part of the result: forms show
 * them, and nothing has to be caught.
 */
export const signedIn = { context: { signedIn: true }, errorPolicy: "all" } as const;
