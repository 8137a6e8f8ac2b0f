import { useEffect } from "react";
import { useLocation } from "react-router";

/**
 * Scrolls to the target of the URL's hash, and focuses it if it can have the focus. For pages that are rendered after
 * the router has looked for the target.
 */
export function useHashTarget() {
  const { hash } = useLocation();
  useEffect(() => {
    const target = document.getElementById(hash.slice(1));
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  }, [hash]);
}
