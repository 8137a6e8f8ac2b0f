import type { Account } from "~/lib/account/account";
import { authorizationHeaders } from "~/lib/account/authorization";
import { fetchScreen, ScreenUnavailableError } from "~/lib/screen/ScreenCache";
import type { ScreenData } from "~/lib/screen/screenData";

/**
 * Loads the data of a page for the signed-in user, without caching. Renews a refused token once. Undefined for an
 * anonymous user, and if the session has ended.
 */
export async function loadProtectedPage(account: Account, url: string): Promise<Omit<ScreenData, "url"> | undefined> {
  const token = await account.idToken();
  if (!token) return undefined;
  try {
    return await fetchScreen(url, await authorizationHeaders(account, token));
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  const renewed = await account.idToken(token);
  if (!renewed) return undefined;
  return fetchScreen(url, await authorizationHeaders(account, renewed)).catch((error: unknown) => {
    if (isRefusal(error)) return undefined;
    throw error;
  });
}

const isRefusal = (error: unknown) => error instanceof ScreenUnavailableError && error.status === 401;
