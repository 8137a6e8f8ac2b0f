import type { Account } from "./account";

/**
 * Returns the request headers of the signed-in user: the ID token, and the access token that was issued with it, with
 * which the server reads the user's current roles.
 */
export async function authorizationHeaders(account: Account, token: string): Promise<Record<string, string>> {
  const accessToken = await account.accessToken(token);
  return { authorization: `Bearer ${token}`, ...(accessToken && { "x-access-token": accessToken }) };
}
