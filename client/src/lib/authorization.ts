import type { Account } from "./account";

/**
 * The headers of a request in the name of the signed-in user: the ID token, and the access token that was issued with it,
 * by which the server reads the present roles.
 */
export async function authorizationHeaders(account: Account, token: string): Promise<Record<string, string>> {
  const accessToken = await account.accessToken(token);
  return { authorization: `Bearer ${token}`, ...(accessToken && { "x-access-token": accessToken }) };
}
