/**
 * Options of operations in the name of the signed-in user. Errors, also of the network, are results: forms show them, and
 * nothing has to be caught.
 */
export const signedIn = { context: { signedIn: true }, errorPolicy: "all" } as const;
