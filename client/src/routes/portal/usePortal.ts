import { useApolloClient } from "@apollo/client/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useAccount, useSignInState } from "~/app/account";
import type { Way } from "~/features/portal/SigningIn";
import { askOwn, hasOwnFailed, type OwnScreenDocument } from "~/graph/ownData";

export interface PortalQuery {
  document: OwnScreenDocument;
  url: string;
  /** What the page shows was answered. */
  isThere: boolean;
  /** Whoever opens the page need not be signed in. */
  isOpen?: boolean;
}

export interface PortalState {
  way: Way;
  /** Something of the page could not be read. */
  hasFailed: boolean;
  /** Reads the page anew; what is shown stays until that is there. */
  reload: () => Promise<void>;
}

/**
 * Leads whoever opens a protected address to signing in, and asks for what it shows in their name (spec §2 and §4). What the
 * document arrived with is the same for everybody, and has nothing of theirs.
 */
export function usePortal({ document, url, isThere, isOpen = false }: PortalQuery): PortalState {
  const account = useAccount();
  const client = useApolloClient();
  const who = useSignInState();
  const userId = who.kind === "signedIn" ? who.user.id : undefined;
  const shownTo = useRef(userId);
  const [failure, setFailure] = useState<{ url: string; way: Way }>();
  const [attempt, setAttempt] = useState(0);
  const [, setReloads] = useState(0);

  useEffect(() => {
    if (isThere || isOpen) return;
    const { pathname, search } = new URL(url);
    const here = pathname + search;
    const refuse = (retry: () => void, detail?: string) => setFailure({ url, way: { kind: "refused", detail, retry } });
    const again = () => {
      setFailure(undefined);
      setAttempt(attempt + 1);
    };
    const enter = async () => {
      const signIn = await account.open();
      if (!(await signIn.require(here))) {
        const state = signIn.state();
        refuse(again, state.kind === "failed" ? state.message : undefined);
        return;
      }
      // The browser takes the token for good, and the server does not: another one is needed.
      if (!(await askOwn(client, document, url))) refuse(() => void signIn.logIn(here));
    };
    enter().catch((error: unknown) => {
      console.error("The portal cannot be shown.", error);
      // The sign-in is offered to anonymous users only; any other failure is one of the network or the server.
      const kind = account.state().kind === "anonymous" ? "refused" : "failed";
      const detail = error instanceof Error ? error.message : String(error);
      setFailure({ url, way: { kind, detail, retry: again } });
    });
  }, [account, client, document, url, isThere, isOpen, attempt]);

  // Signed out, in this tab or another, or in as somebody else: nothing of what was shown stays. Whoever signs out here is on the
  // way to the identity server, which loading anew would cut off.
  useEffect(() => {
    const isOther = userId !== undefined && shownTo.current !== undefined && userId !== shownTo.current;
    if (userId !== undefined) shownTo.current = userId;
    if (isThere && !isOpen && (who.kind === "anonymous" || isOther))
      void client.clearStore().then(() => window.location.reload());
  }, [isThere, isOpen, who.kind, userId, client]);

  const reload = useCallback(async () => {
    try {
      await askOwn(client, document, url);
    } catch (error) {
      console.error("The page cannot be read anew.", error);
    }
    // The same data may have been answered without a failure.
    setReloads((count) => count + 1);
  }, [client, document, url]);

  const way: Way = failure?.url === url && !isThere ? failure.way : { kind: "waiting" };
  return { way, hasFailed: hasOwnFailed(client, url), reload };
}
