import { useEffect } from "react";
import { useBlocker } from "react-router";

/** While it is active, asks before the page is left: within the app with the question, by the browser otherwise. */
export function useLeaveQuestion(question: string, isActive: boolean) {
  const blocker = useBlocker(isActive);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker, question]);
  useEffect(() => {
    if (!isActive) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isActive]);
}
