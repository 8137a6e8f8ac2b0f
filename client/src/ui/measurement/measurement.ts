import { useSyncExternalStore } from "react";

export type MeasurementSystem = "METRIC" | "IMPERIAL";

/** Spec §9, Cookies. */
const cookieName = "strand-measurement-system";
/** As long as browsers keep a cookie. */
const maxAge = 400 * 24 * 60 * 60;

function remembered(): MeasurementSystem | undefined {
  const value = new RegExp(`(?:^|; )${cookieName}=(METRIC|IMPERIAL)`).exec(document.cookie)?.[1];
  return value as MeasurementSystem | undefined;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function choose(system: MeasurementSystem) {
  document.cookie = `${cookieName}=${system}; path=/; max-age=${maxAge}; samesite=lax`;
  for (const listener of listeners) listener();
}

/**
 * The measurement system that technical data is shown in: the one that the visitor chose before, else the country's. The
 * document is the same for everybody, so that the visitor's own comes once it is hydrated.
 */
export function useMeasurementSystem(ofCountry: MeasurementSystem) {
  const system = useSyncExternalStore(
    subscribe,
    () => remembered() ?? ofCountry,
    () => ofCountry,
  );
  return [system, choose] as const;
}
