import { useEffect } from "react";
import { useAccount, useSignInState } from "~/lib/account";
import { whenIdle } from "~/lib/whenIdle";

/** What the role strings of administrators contain. The server decides by the whole names. */
const administratorRole = "kmx_delegatedadmin_";

/**
 * Reads how many users have an open request once, for an administrator, when the browser is idle. The pages of the portal
 * follow it by themselves.
 */
export function useReadOpenRequests(portalUrl: string) {
  const account = useAccount();
  const state = useSignInState();
  const isAdministrator =
    state.kind === "signedIn" && state.user.roles.some((role) => role.includes(administratorRole));
  useEffect(() => {
    if (!isAdministrator) return;
    return whenIdle(
      () =>
        void import("./readOpenRequests")
          .then(({ readOpenRequests }) => readOpenRequests(account, portalUrl))
          // The user did not ask for the number: a failure is not reported.
          .catch(() => undefined),
    );
  }, [account, isAdministrator, portalUrl]);
}
