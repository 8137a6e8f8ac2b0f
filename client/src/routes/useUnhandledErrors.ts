import { useEffect, useState } from "react";
import { useLocation } from "react-router";

/**
 * Rethrows unhandled errors of event handlers and promises while rendering, so that the route's error element shows
 * them until the next navigation.
 */
export function useUnhandledErrors() {
  const { key } = useLocation();
  const [failure, setFailure] = useState<{ error: Error; key: string }>();

  useEffect(() => {
    const fail = (error: unknown) => {
      // Scripts of other origins report no error object, and an aborted request is not an error.
      if (error instanceof Error && error.name !== "AbortError") setFailure({ error, key });
    };
    const onError = ({ error }: ErrorEvent) => fail(error);
    const onRejection = ({ reason }: PromiseRejectionEvent) => fail(reason);
    window.addEventListener("error", onError);
    window.addEventListener("unhandledrejection", onRejection);
    return () => {
      window.removeEventListener("error", onError);
      window.removeEventListener("unhandledrejection", onRejection);
    };
  }, [key]);

  if (failure?.key === key) throw failure.error;
}
