import { makeStore } from "./store";
import type { TokenSet } from "~/signin/tokenStore";

/**
 * The playground's session: a user of the identity server, by the flow of the portal (authorization code with PKCE).
 * The tokens are in the memory of this page only.
 */

/** The settings in the document (edge/playground). */
export interface SignInSettings {
  issuer: string;
  clientId: string;
  scope: string;
  /** The identity server's list of accounts for developers. */
  accountsUrl: string;
}

export interface Account {
  email: string;
  name: string;
  /** What the account is an example of. */
  shows: string;
}

export interface Session {
  /** The accounts that are offered; empty without a list. */
  accounts: readonly Account[];
  /** The user of the requests; undefined for an anonymous one. */
  account?: Account | undefined;
  isBusy: boolean;
  problem?: string | undefined;
}

export const session = makeStore<Session>({ accounts: [], isBusy: false });

let settings: SignInSettings | undefined;
let tokens: TokenSet | undefined;

/** Loads the accounts that are offered. */
export async function loadAccounts(found: SignInSettings | undefined): Promise<void> {
  settings = found;
  if (!settings) return;
  try {
    const response = await fetch(settings.accountsUrl);
    if (!response.ok) throw new Error(`status ${response.status}`);
    session.set({ ...session.get(), accounts: (await response.json()) as Account[] });
  } catch (error) {
    console.warn("The accounts to sign in as cannot be loaded.", error);
  }
}

async function requestTokens(from: SignInSettings, email: string): Promise<TokenSet> {
  const [{ makeProvider, requestTimeout }, { browserEnvironment }] = await Promise.all([
    import("~/signin/provider"),
    import("~/signin/environment"),
  ]);
  const response = await fetch(from.accountsUrl, {
    method: "POST",
    credentials: "include",
    body: new URLSearchParams({ email }),
  });
  if (!response.ok) throw new Error((await response.text()).trim());
  const environment = browserEnvironment();
  const provider = makeProvider(from, environment);
  const login = provider.begin(`${environment.origin}/blank-callback`, "");
  const url = await provider.authorizeUrl(login, { prompt: "none" });
  const answer = await environment.frame(url, login.redirectUri, environment.deadline(requestTimeout));
  return await provider.exchange(new URL(answer).searchParams, login);
}

/** Signs in as an account: the next requests are sent in its name. */
export async function signInAs(account: Account): Promise<void> {
  if (!settings) return;
  const { accounts } = session.get();
  session.set({ accounts, isBusy: true });
  tokens = undefined;
  try {
    tokens = await requestTokens(settings, account.email);
    session.set({ accounts, account, isBusy: false });
  } catch (error) {
    session.set({ accounts, isBusy: false, problem: error instanceof Error ? error.message : String(error) });
  }
}

/** Sends the next requests as an anonymous user. */
export function signOut() {
  tokens = undefined;
  session.set({ accounts: session.get().accounts, isBusy: false });
}

/** The header of requests in the user's name; signs in again when the tokens are used up. */
export async function authorization(): Promise<Record<string, string>> {
  const { account } = session.get();
  if (account && tokens && tokens.tokenExpiry <= Date.now()) await signInAs(account);
  return tokens ? { Authorization: `Bearer ${tokens.idToken}` } : {};
}
