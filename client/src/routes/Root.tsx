import { useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { type Prefetch, usePrefetch } from "./usePrefetch";
import { useUnhandledErrors } from "./useUnhandledErrors";

/** The root route: scroll, focus, prefetching and the loading indicator of all pages. */
export function Root({ prefetch }: { prefetch?: Prefetch | undefined }) {
  useUnhandledErrors();
  usePendingIndicator();
  useFocusAfterNavigation();
  usePrefetch(prefetch);
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

/** Marks the document while a navigation is loading; `theme/base.css` shows the indicator. */
function usePendingIndicator() {
  const { state } = useNavigation();
  useEffect(() => {
    if (state === "idle") return;
    const { dataset } = document.documentElement;
    dataset.loading = "";
    return () => {
      delete dataset.loading;
    };
  }, [state]);
}

/** Moves the focus to the content of a new page, so that screen readers read it from its start. */
function useFocusAfterNavigation() {
  const { pathname, hash } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    if (!hash) document.getElementById("content")?.focus({ preventScroll: true });
  }, [pathname, hash]);
}
