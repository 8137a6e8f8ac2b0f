import { use } from "react";

/** A module that is fetched when it is wanted, and can be fetched before. */
export interface Lazy<T> {
  preload: () => Promise<T>;
  /** The module, while a component renders: at once when it was preloaded, on the server and when hydrating. */
  use: () => T;
}

/** Makes a module one that is fetched once, and late. One that could not be fetched is asked for again. */
export function lazy<T>(load: () => Promise<T>): Lazy<T> {
  let loaded: T | undefined;
  let loading: Promise<T> | undefined;
  const preload = () =>
    (loading ??= load().then(
      (module) => (loaded = module),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));
  return { preload, use: () => loaded ?? use(preload()) };
}
