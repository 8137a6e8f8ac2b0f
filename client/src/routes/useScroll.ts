import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/** Spec §9: the position is restored once the page has had time to take its length. */
const restoreAfter = 100;

const positions = new Map<string, number>();

/**
 * A new page is read from its beginning, or from the part that its address names; on the way back the reader finds the
 * place they left. Nothing moves before the page is shown.
 */
export function useScroll(isShown: boolean) {
  const { key, hash, pathname } = useLocation();
  const type = useNavigationType();
  const previous = useRef<{ key: string; pathname: string }>({ key, pathname });

  useEffect(() => {
    window.history.scrollRestoration = "manual";
    const remember = () => positions.set(previous.current.key, window.scrollY);
    // A document that is loaded anew finds its place by itself.
    const leave = () => (window.history.scrollRestoration = "auto");
    window.addEventListener("scroll", remember, { passive: true });
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("scroll", remember);
      window.removeEventListener("pagehide", leave);
    };
  }, []);

  useEffect(() => {
    if (!isShown || previous.current.key === key) return;
    const samePage = previous.current.pathname === pathname;
    previous.current = { key, pathname };
    if (type === NavigationType.Pop) {
      const timer = setTimeout(() => window.scrollTo(0, positions.get(key) ?? 0), restoreAfter);
      return () => clearTimeout(timer);
    }
    const target = hash && document.getElementById(nameOf(hash));
    if (target) target.scrollIntoView();
    else if (!samePage) {
      window.scrollTo(0, 0);
      // Who reads by ear hears the new page, not the rest of the old one.
      document.getElementById("content")?.focus({ preventScroll: true });
    }
    return undefined;
  }, [isShown, key, hash, pathname, type]);
}

/** The part that a hash names; one that is badly written names itself. */
function nameOf(hash: string): string {
  const name = hash.slice(1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
