import { useEffect, useRef, useSyncExternalStore } from "react";

/** Milliseconds. A stream without any event for this long is buffered by a proxy. */
const heardWithin = 10_000;
/** Milliseconds before a stream that has ended normally is reopened. */
const reopenAfter = 1000;
/** Milliseconds between two polls while there is no stream, and before the stream is retried. */
const lookEvery = 20_000;
const streamAgainAfter = 120_000;

/** A value on the server that can be streamed and polled. */
export interface Source<T> {
  /** Opens a stream that begins with the current value; returns the function that closes it. */
  listen: (events: { onNext: (value: T) => void; onEnd: () => void; onFailed: () => void }) => () => void;
  /** Fetches the current value; undefined if there is none. */
  look: () => Promise<T | undefined>;
  onChange: (value: T) => void;
}

/**
 * Subscribes to a value through a stream, and polls while no stream is available. If there was an earlier subscription,
 * it polls first, since a stream may take long to open. Returns the unsubscribe function.
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
 * Subscribes to a value while the page is visible: a browser has few connections for many hidden tabs. Subscribes again
 * after the page was hidden or offline, and when the source changes.
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
