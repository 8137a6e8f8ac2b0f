import { useEffect } from "react";
import { type Account, useAccount } from "~/lib/account/account";
import { authorizationHeaders } from "~/lib/account/authorization";

/** Milliseconds. Access to files expires after ten minutes and is renewed after half of that. */
const renewalInterval = 5 * 60_000;
/** Milliseconds between two checks, since timers do not run while a computer sleeps. */
const checkInterval = 30_000;

/** When access was last renewed, on any page. The first response of the graph grants it too. */
let renewedAt: number | undefined;

/** Keeps access to files, software and exports alive while a portal page is open. */
export function useFileAccess() {
  const account = useAccount();
  useEffect(() => {
    renewedAt ??= Date.now();
    const renewIfDue = () => {
      const before = renewedAt ?? 0;
      const now = Date.now();
      if (now - before < renewalInterval) return;
      renewedAt = now;
      renew(account).catch((error: unknown) => {
        renewedAt = before;
        console.warn("File access could not be renewed.", error);
      });
    };
    renewIfDue();
    const timer = setInterval(renewIfDue, checkInterval);
    document.addEventListener("visibilitychange", renewIfDue);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renewIfDue);
    };
  }, [account]);
}

async function renew(account: Account) {
  const token = await account.idToken();
  if (!token) return;
  const response = await fetch("/api/file-access", {
    method: "POST",
    headers: await authorizationHeaders(account, token),
  });
  if (!response.ok) throw new Error(`Expected 204, received ${String(response.status)}`);
}
