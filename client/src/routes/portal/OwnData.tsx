import { type QueryRef, useReadQuery } from "@apollo/client/react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { Way } from "~/features/portal/SigningIn";
import { useFileAccess } from "~/features/portal/useFileAccess";
import { usePortalChanges } from "~/features/portal/usePortalChanges";
import { clientOf, GraphProvider } from "~/graph/GraphProvider";
import { useAccount, useSignInState } from "~/lib/account";
import type { OwnQuery } from "./loadOwn";

/** The result of a portal query for the signed-in user. */
export type PortalOf<Query extends OwnQuery> = NonNullable<
  Extract<Query["resolve"], { __typename: "PageResolution" }>["portal"]
>;

export interface OwnState<Portal> {
  /** Undefined during the sign-in, and if the page is unavailable. */
  portal: Portal | undefined;
  way: Way;
  /** A part of the page is unavailable. */
  hasFailed: boolean;
  /** Reloads the page's data; the shown data stays until then. */
  reload: () => Promise<void>;
}

export interface OwnDataProps<Query extends OwnQuery> {
  url: string;
  /** The query of the screen's loader; undefined in a document, and for an anonymous user. */
  own: QueryRef<Query> | undefined;
  children: (state: OwnState<PortalOf<Query>>) => ReactNode;
}

/**
 * Provides the data of a portal page, which only a signed-in user sees (PAGE-1). The document is the same for every
 * user: the browser signs the user in and revalidates the route, whose loader then queries the data.
 */
export function OwnData<Query extends OwnQuery>({ url, own, children }: OwnDataProps<Query>) {
  return own ? (
    <GraphProvider>
      <Loaded url={url} own={own}>
        {children}
      </Loaded>
    </GraphProvider>
  ) : (
    <RequireSignIn url={url}>{children}</RequireSignIn>
  );
}

function RequireSignIn<Query extends OwnQuery>({ url, children }: Omit<OwnDataProps<Query>, "own">) {
  const account = useAccount();
  const { revalidate } = useRevalidator();
  const [failure, setFailure] = useState<{ url: string; way: Way }>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const { pathname, search } = new URL(url);
    const fail = (kind: "refused" | "failed", detail?: string) => {
      const retry = () => {
        setFailure(undefined);
        setAttempt(attempt + 1);
      };
      setFailure({ url, way: { kind, detail, retry } });
    };
    const enter = async () => {
      const signIn = await account.open();
      if (await signIn.require(pathname + search)) {
        await revalidate();
        return;
      }
      const state = signIn.state();
      fail("refused", state.kind === "failed" ? state.message : undefined);
    };
    enter().catch((error: unknown) => {
      console.error("The sign-in failed.", error);
      // An anonymous user is asked to sign in; any other failure is a network or server failure.
      const kind = account.state().kind === "anonymous" ? "refused" : "failed";
      fail(kind, error instanceof Error ? error.message : String(error));
    });
  }, [account, revalidate, url, attempt]);

  const reload = useCallback(() => revalidate(), [revalidate]);
  const way: Way = failure?.url === url ? failure.way : { kind: "waiting" };
  return children({ portal: undefined, way, hasFailed: false, reload });
}

function Loaded<Query extends OwnQuery>({ url, own, children }: OwnDataProps<Query> & { own: QueryRef<Query> }) {
  const account = useAccount();
  const { revalidate } = useRevalidator();
  const { data, error } = useReadQuery(own);
  useReloadOnUserChange();
  const reload = useCallback(() => revalidate(), [revalidate]);
  usePortalChanges(reload);
  useFileAccess();

  const resolution = data as Query | undefined;
  const portal = (resolution?.resolve.portal ?? undefined) as PortalOf<Query> | undefined;
  const { pathname, search } = new URL(url);
  let way: Way = { kind: "waiting" };
  useEffect(() => {
    if (!portal) console.error("The portal cannot be shown.", error);
  }, [portal, error]);
  if (!portal) {
    // Without an error, the server refuses a token that the browser considers valid: a new one is needed.
    way = error
      ? { kind: "failed", detail: error.message, retry: () => void revalidate() }
      : { kind: "refused", retry: () => void account.open().then((signIn) => signIn.logIn(pathname + search)) };
  }
  return children({ portal, way, hasFailed: error !== undefined, reload });
}

/** Removes all data of a user who has signed out, in this tab or another, or has signed in as another user. */
function useReloadOnUserChange() {
  const account = useAccount();
  const session = useSignInState();
  const userId = session.kind === "signedIn" ? session.user.id : undefined;
  const shownTo = useRef(userId);
  useEffect(() => {
    const isOther = userId !== undefined && shownTo.current !== undefined && userId !== shownTo.current;
    if (userId !== undefined) shownTo.current = userId;
    if (session.kind === "anonymous" || isOther)
      void clientOf(account)
        .clearStore()
        .then(() => window.location.reload());
  }, [account, session.kind, userId]);
}
