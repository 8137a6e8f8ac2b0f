import { useEffect } from "react";
import { hasRole, useAccount, useSignInState } from "~/lib/account/account";
import { whenIdle } from "~/lib/loading/whenIdle";

/**
 * A part of the role strings of administrators. It saves other users a request and the code of Apollo Client; the
 * server alone decides about permissions.
 */
const administratorRole = "kmx_delegatedadmin_";

/**
 * Loads the number of users with an open request once, for an administrator, when the browser is idle. The portal's
 * pages keep it up to date.
 */
export function useReadOpenRequests(portalUrl: string) {
  const account = useAccount();
  const state = useSignInState();
  const isAdministrator = state.kind === "signedIn" && hasRole(state.user, administratorRole);
  useEffect(() => {
    if (!isAdministrator) return;
    return whenIdle(
      () =>
        void import("./readOpenRequests")
          .then(({ readOpenRequests }) => readOpenRequests(account, portalUrl))
          // The user did not request the number: a failure is not reported.
          .catch(() => undefined),
    );
  }, [account, isAdministrator, portalUrl]);
}
