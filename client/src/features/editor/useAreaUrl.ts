import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { type UrlChanges, withChanges } from "./areaUrl";

/** Changes parameters of the editor area's URL; `replace` adds no entry to the browser history. */
export type ChangeUrl = (changes: UrlChanges, options?: { replace?: boolean }) => void;

/**
 * Changes the editor area's URL. Each change builds on the previous ones, even if these are not shown yet: on a
 * busy machine, several choices are made while the first one is loading.
 */
export function useAreaUrl(): ChangeUrl {
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
 * Returns the queries that were navigated to and are not shown yet, once `shown` is shown: those after it. Empty if
 * `shown` is another query, such as that of a link, which supersedes all pending ones.
 */
export function pendingAfter(pending: readonly string[], shown: string): readonly string[] {
  const at = pending.lastIndexOf(shown);
  return at < 0 ? [] : pending.slice(at + 1);
}
