import { useCallback, useSyncExternalStore } from "react";

/** The maximum lifetime of a cookie in browsers, in seconds: effectively permanent (CONST-10). */
const permanent = 400 * 24 * 60 * 60;

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function read(name: string): string | undefined {
  return document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

function write(name: string, value: string | undefined) {
  const age = value === undefined ? 0 : permanent;
  const secure = window.location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${name}=${value ?? ""}; path=/; max-age=${age}; samesite=lax${secure}`;
  for (const listener of listeners) listener();
}

/**
 * The value of a cookie, and its setter. Undefined means that there is no cookie; setting undefined deletes it. On the
 * server and during hydration the value is `onServer`, since the document is the same for all visitors.
 */
export function useCookie(name: string, onServer?: string) {
  const value = useSyncExternalStore(
    subscribe,
    () => read(name),
    () => onServer,
  );
  const set = useCallback((next: string | undefined) => write(name, next), [name]);
  return [value, set] as const;
}
