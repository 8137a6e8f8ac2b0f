import { type QueryRef, useReadQuery } from "@apollo/client/react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { SessionEnded } from "~/features/portal/SessionEnded";
import type { SignInStatus } from "~/features/portal/SignInNotice";
import { useFileAccess } from "~/features/portal/useFileAccess";
import { usePortalChanges } from "~/features/portal/usePortalChanges";
import { clientOf, GraphProvider } from "~/graph/GraphProvider";
import type { PrivateQuery } from "~/graph/routeQueries";
import { type Account, useAccount } from "~/lib/account/account";
import { beginAsking, hasUnfinishedInput } from "~/lib/account/unfinishedInput";

/** The result of a portal query for the signed-in user. */
export type PortalOf<Query extends PrivateQuery> = NonNullable<
  Extract<Query["resolve"], { __typename: "PageResolution" }>["portal"]
>;

export interface PrivateDataState<Portal> {
  /** Undefined during the sign-in, and if the page is unavailable. */
  portal: Portal | undefined;
  /** The message for an unknown page; undefined for others. */
  notFound?: string | undefined;
  /** Undefined if a user is signed in and the page can be shown. */
  signIn: SignInStatus | undefined;
  /** A part of the page is unavailable. */
  hasFailed: boolean;
  /** The technical details of the failure. */
  detail: string | undefined;
  /** Reloads the page's data; the shown data stays until then. */
  reload: () => Promise<void>;
}

export interface PrivateDataProps<Query extends PrivateQuery> {
  url: string;
  /** The query of the screen's loader; undefined in a document, and for an anonymous user. */
  privateData: QueryRef<Query> | undefined;
  children: (state: PrivateDataState<PortalOf<Query>>) => ReactNode;
}

/**
 * Provides the data of a portal page, which only a signed-in user sees (PAGE-1). The document is the same for every
 * user: the browser signs the user in and revalidates the route, whose loader then queries the data.
 */
export function PrivateData<Query extends PrivateQuery>({ url, privateData, children }: PrivateDataProps<Query>) {
  return privateData ? (
    <GraphProvider>
      <LoadedData url={url} privateData={privateData}>
        {children}
      </LoadedData>
    </GraphProvider>
  ) : (
    <RequireSignIn url={url}>{children}</RequireSignIn>
  );
}

function RequireSignIn<Query extends PrivateQuery>({ url, children }: Omit<PrivateDataProps<Query>, "privateData">) {
  const account = useAccount();
  const { revalidate } = useRevalidator();
  const [progress, setProgress] = useState<{ url: string; status: SignInStatus }>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const { pathname, search } = new URL(url);
    const left = new AbortController();
    const fail = (kind: "refused" | "failed", detail?: string) => {
      const retry = () => {
        setProgress(undefined);
        setAttempt(attempt + 1);
      };
      setProgress({ url, status: { kind, detail, retry } });
    };
    const enter = async () => {
      const signIn = await account.open();
      const isSignedIn = await signIn.require(pathname + search + window.location.hash, left.signal);
      if (left.signal.aborted) return;
      if (isSignedIn) {
        setProgress({ url, status: { kind: "waiting" } });
        await revalidate();
        return;
      }
      const state = signIn.state();
      fail("refused", state.kind === "failed" ? state.message : undefined);
    };
    enter().catch((error: unknown) => {
      if (left.signal.aborted) return;
      console.error("The sign-in failed.", error);
      // An anonymous user is asked to sign in; any other failure is a network or server failure.
      const kind = account.state().kind === "anonymous" ? "refused" : "failed";
      fail(kind, error instanceof Error ? error.message : String(error));
    });
    return () => left.abort();
  }, [account, revalidate, url, attempt]);

  const reload = useCallback(() => revalidate(), [revalidate]);
  const status: SignInStatus = progress?.url === url ? progress.status : { kind: "waiting", mayCancel: true };
  return children({ portal: undefined, signIn: status, hasFailed: false, detail: undefined, reload });
}

function LoadedData<Query extends PrivateQuery>({
  url,
  privateData,
  children,
}: PrivateDataProps<Query> & { privateData: QueryRef<Query> }) {
  const account = useAccount();
  const { revalidate } = useRevalidator();
  const { data, error } = useReadQuery(privateData);
  const isSessionEnded = useUserChange();
  const reload = useCallback(() => revalidate(), [revalidate]);
  usePortalChanges(reload);
  useFileAccess();

  const resolution = data as Query | undefined;
  const portal = (resolution?.resolve.portal ?? undefined) as PortalOf<Query> | undefined;
  const notFound = resolution?.resolve.message;
  const isMissing = !portal && notFound === undefined;
  const { pathname, search } = new URL(url);
  const logInAgain = async () => (await account.open()).logIn(pathname + search + window.location.hash);
  let status: SignInStatus | undefined;
  useEffect(() => {
    if (isMissing) console.error("The portal cannot be shown.", error);
  }, [isMissing, error]);
  if (isMissing) {
    // Without an error, the server refuses a token that the browser considers valid: a new one is needed.
    status = error
      ? { kind: "failed", detail: error.message, retry: () => void revalidate() }
      : { kind: "refused", retry: () => void logInAgain() };
  }
  return (
    <>
      {children({ portal, notFound, signIn: status, hasFailed: error !== undefined, detail: error?.message, reload })}
      {isSessionEnded && <SessionEnded url={pathname + search} onGiveUp={() => void startAgain(account)} />}
    </>
  );
}

/** Loads the page again without the data of a user. */
async function startAgain(account: Account) {
  await clientOf(account).clearStore();
  window.location.reload();
}

/**
 * Removes all data of a user who has signed out, in this tab or another, or has signed in as another user. Returns
 * whether the session has ended without a sign-out while the user was entering something.
 */
function useUserChange(): boolean {
  const account = useAccount();
  const [isSessionEnded, setSessionEnded] = useState(false);
  useEffect(beginAsking, []);
  useEffect(() => {
    let shownUserId: string | undefined;
    /** Returns whether the user may have entered something that is kept for the next login. */
    const follow = () => {
      const state = account.state();
      if (state.kind === "anonymous" && state.endedUserId !== undefined && hasUnfinishedInput()) return true;
      const isOtherUser = state.kind === "signedIn" && state.user.id !== (shownUserId ?? state.user.id);
      if (state.kind === "signedIn") shownUserId = state.user.id;
      if (state.kind === "anonymous" || isOtherUser) void startAgain(account);
      return false;
    };
    follow();
    return account.subscribe(() => {
      const isKept = follow();
      // A login that fails in between changes nothing.
      if (account.state().kind !== "failed") setSessionEnded(isKept);
    });
  }, [account]);
  return isSessionEnded;
}
