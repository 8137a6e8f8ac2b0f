import type { TypedDocumentNode } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { useEffect, useState } from "react";
import { useAccount, useSignInState } from "~/app/account";
import type { Way } from "~/features/portal/SigningIn";

/** What the operation of a page of the portal answers, as far as it is the same for all of them. */
interface PortalData {
  resolve: { __typename: string; portal?: object | null };
}

export interface PortalQuery {
  document: TypedDocumentNode<PortalData, { url: string }>;
  url: string;
  /** What the page shows was answered. */
  isThere: boolean;
  /** Whoever opens the page need not be signed in. */
  isOpen?: boolean;
}

/**
 * Leads whoever opens a protected address to signing in, and asks for what it shows in their name (spec §2 and §4). What the
 * document arrived with is the same for everybody, and has nothing of theirs.
 */
export function usePortal({ document, url, isThere, isOpen = false }: PortalQuery): Way {
  const account = useAccount();
  const client = useApolloClient();
  const { kind: who } = useSignInState();
  const [failure, setFailure] = useState<Way>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (isThere || isOpen) return;
    const { pathname, search } = new URL(url);
    const here = pathname + search;
    const again = () => {
      setFailure(undefined);
      setAttempt(attempt + 1);
    };
    const enter = async () => {
      const signIn = await account.open();
      if (!(await signIn.require(here))) {
        const state = signIn.state();
        setFailure({ kind: "refused", detail: state.kind === "failed" ? state.message : undefined, retry: again });
        return;
      }
      const { data } = await client.query({
        query: document,
        variables: { url },
        fetchPolicy: "network-only",
        context: { signedIn: true },
      });
      // The browser takes the token for good, and the server does not: another one is needed.
      if (data && !data.resolve.portal) setFailure({ kind: "refused", retry: () => void signIn.logIn(here) });
    };
    enter().catch((error: unknown) => {
      console.error("The portal cannot be shown.", error);
      setFailure({ kind: "refused", detail: error instanceof Error ? error.message : String(error), retry: again });
    });
  }, [account, client, document, url, isThere, isOpen, attempt]);

  // Signed out, in this tab or another: nothing of what was shown stays.
  useEffect(() => {
    if (isThere && who === "anonymous") void client.clearStore().then(() => window.location.reload());
  }, [isThere, who, client]);

  return failure ?? { kind: "waiting" };
}
