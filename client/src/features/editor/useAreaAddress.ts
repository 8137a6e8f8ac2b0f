import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { type AddressChanges, withChanges } from "./address";

/** Changes parameters of the editor area's address; `replace` adds no entry to the history of the browser. */
export type ChangeAddress = (changes: AddressChanges, options?: { replace?: boolean }) => void;

/**
 * Changes the editor area's address. Each change is made on top of those before it, also where these are not shown yet:
 * on a busy machine, several choices are made while the first one is loaded.
 */
export function useAreaAddress(): ChangeAddress {
  const { search } = useLocation();
  const navigate = useNavigate();
  const pending = useRef<readonly string[]>([]);
  useEffect(() => {
    pending.current = pendingAfter(pending.current, search);
  }, [search]);
  return useCallback(
    (changes, { replace = false } = {}) => {
      const next = withChanges(pending.current.at(-1) ?? search, changes);
      pending.current = [...pending.current, next];
      void navigate(next, { replace, preventScrollReset: true });
    },
    [navigate, search],
  );
}

/**
 * The queries that were navigated to and are still to be shown, once one is shown: those after it. There are none if it
 * is another one, such as that of a link, which takes the place of them all.
 */
export function pendingAfter(pending: readonly string[], shown: string): readonly string[] {
  const at = pending.lastIndexOf(shown);
  return at < 0 ? [] : pending.slice(at + 1);
}
