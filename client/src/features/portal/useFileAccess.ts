import { useEffect } from "react";
import { type Account, useAccount } from "~/lib/account";
import { authorizationHeaders } from "~/lib/authorization";

/** The addresses of files open for ten minutes; they are renewed after half of that. */
const renewAfter = 5 * 60_000;
/** How often it is looked whether that time is over: a computer may have slept. */
const lookEvery = 30_000;

/** When the addresses were renewed last, on whatever page. The first answer of the graph opens them, too. */
let renewedAt: number | undefined;

/** Keeps the addresses of files, software and exports open as long as a page of the portal is. */
export function useFileAccess() {
  const account = useAccount();
  useEffect(() => {
    renewedAt ??= Date.now();
    const look = () => {
      const before = renewedAt ?? 0;
      const now = Date.now();
      if (now - before < renewAfter) return;
      renewedAt = now;
      renew(account).catch((error: unknown) => {
        renewedAt = before;
        console.warn("The addresses of files could not be renewed.", error);
      });
    };
    look();
    const timer = setInterval(look, lookEvery);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
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
