import { useSyncExternalStore } from "react";

const noSubscription = () => () => undefined;

/** Whether scripts run in the document. False on the server and during hydration. */
export function useIsScripted(): boolean {
  return useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
}
