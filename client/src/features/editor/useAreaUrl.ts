import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { type UrlChanges, withChanges } from "./areaUrl";

/** Changes parameters of the editor area's URL; `replace` adds no entry to the browser history. */
export type ChangeUrl = (changes: UrlChanges, options?: { replace?: boolean }) => void;

/** The editor area's URL. */
export interface AreaUrl {
  change: ChangeUrl;
  /** Whether a change is not shown yet: URL and preview are those before it. */
  isChanging: boolean;
}

/**
 * Changes the editor area's URL. Each change builds on the previous ones, even if these are not shown yet: on a
 * busy machine, several choices are made while the first one is loading.
 */
export function useAreaUrl(): AreaUrl {
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const pending = useRef<readonly string[]>([]);
  const [isChanging, setChanging] = useState(false);
  useEffect(() => {
    pending.current = pendingAfter(pending.current, search);
    setChanging(pending.current.length > 0);
    // A change may end with the URL that it began with, which is a location with another key.
  }, [search, key]);
  const change = useCallback<ChangeUrl>(
    (changes, { replace = false } = {}) => {
      const next = withChanges(pending.current.at(-1) ?? search, changes);
      pending.current = [...pending.current, next];
      setChanging(true);
      void navigate(next, { replace, preventScrollReset: true });
    },
    [navigate, search],
  );
  return { change, isChanging };
}

/**
 * Returns the queries that were navigated to and are not shown yet, once `shown` is shown: those after it. Empty if
 * `shown` is another query, such as that of a link, which supersedes all pending ones.
 */
export function pendingAfter(pending: readonly string[], shown: string): readonly string[] {
  const at = pending.lastIndexOf(shown);
  return at < 0 ? [] : pending.slice(at + 1);
}
