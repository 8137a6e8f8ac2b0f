import { useEffect, useRef, useSyncExternalStore } from "react";

/** Milliseconds. A stream of which nothing is heard for so long is held back on its way. */
const heardWithin = 10_000;
/** One that has ended in order is opened again after so long. */
const reopenAfter = 1000;
/** How often is looked while there is no stream, and when one is tried again. */
const lookEvery = 20_000;
const streamAgainAfter = 120_000;

/** Where something can be followed. */
export interface Source<T> {
  /** Opens a stream that begins with the present state, until what it returns is called. */
  listen: (events: { onNext: (value: T) => void; onEnd: () => void; onFailed: () => void }) => () => void;
  /** Reads the present state; nothing where there is none. */
  look: () => Promise<T | undefined>;
  onChange: (value: T) => void;
}

/**
 * Follows something live until what it returns is called: by a stream, and by looking again and again where none can be had.
 * Where something was followed before, it begins with a look: a stream may be long in coming.
 */
export function follow<T>({ listen, look, onChange }: Source<T>, wasFollowed: boolean): () => void {
  type Phase = () => () => void;
  let leave = () => {};
  const enter = (phase: Phase) => {
    leave();
    leave = phase();
  };

  let isOver = false;
  const lookNow = () => {
    look()
      .then((value) => !isOver && value !== undefined && onChange(value))
      .catch((error: unknown) => console.warn("What is followed cannot be read.", error));
  };

  const stream: Phase = () => {
    let isCurrent = true;
    let isHeard = false;
    const go = (phase: Phase) => isCurrent && enter(phase);
    const waiting = setTimeout(() => go(looking), heardWithin);
    const close = listen({
      onNext: (value) => {
        if (!isCurrent) return;
        isHeard = true;
        clearTimeout(waiting);
        onChange(value);
      },
      onEnd: () => go(isHeard ? pause : looking),
      onFailed: () => go(looking),
    });
    return () => {
      isCurrent = false;
      clearTimeout(waiting);
      close();
    };
  };

  const pause: Phase = () => {
    const timer = setTimeout(() => enter(stream), reopenAfter);
    return () => clearTimeout(timer);
  };

  const looking: Phase = () => {
    lookNow();
    const looks = setInterval(lookNow, lookEvery);
    const retry = setTimeout(() => enter(stream), streamAgainAfter);
    return () => {
      clearInterval(looks);
      clearTimeout(retry);
    };
  };

  if (wasFollowed) lookNow();
  enter(stream);
  return () => {
    isOver = true;
    leave();
  };
}

/**
 * Follows something live while the page is visible: a browser has few connections for many hidden tabs. It is followed
 * anew after the page was hidden or offline, and when the source changes.
 */
export function useFollowed<T>(source: Source<T>): void {
  const isVisible = useSyncExternalStore(
    watchVisibility,
    () => document.visibilityState === "visible",
    () => false,
  );
  const wasFollowed = useRef(false);
  useEffect(() => {
    if (!isVisible) return;
    let end = () => {};
    const begin = () => {
      end();
      end = follow(source, wasFollowed.current);
      wasFollowed.current = true;
    };
    begin();
    window.addEventListener("online", begin);
    return () => {
      window.removeEventListener("online", begin);
      end();
    };
  }, [source, isVisible]);
}

function watchVisibility(listener: () => void) {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
