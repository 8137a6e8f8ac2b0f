import { useEffect, useRef, useSyncExternalStore } from "react";

/** Milliseconds. A stream without any event for this long is buffered by a proxy. */
const firstEventTimeout = 10_000;
/** Milliseconds before a stream that has ended normally is reopened. */
const reopenDelay = 1000;
/** Milliseconds between two polls while there is no stream, and before the stream is retried. */
const pollInterval = 20_000;
const streamRetryDelay = 120_000;

/** A value on the server that can be streamed and polled. */
export interface PolledStream<T> {
  /** Opens a stream that begins with the current value; returns the function that closes it. */
  openStream: (events: { onNext: (value: T) => void; onEnd: () => void; onFailed: () => void }) => () => void;
  /** Fetches the current value; undefined if there is none. */
  poll: () => Promise<T | undefined>;
  onChange: (value: T) => void;
}

/**
 * Subscribes to a value through a stream, and polls while no stream is available. If there was an earlier subscription,
 * it polls first, since a stream may take long to open. Returns the unsubscribe function.
 */
export function subscribeWithPolling<T>(
  { openStream, poll, onChange }: PolledStream<T>,
  isResumed: boolean,
): () => void {
  type Phase = () => () => void;
  let leavePhase = () => {};
  const enterPhase = (phase: Phase) => {
    leavePhase();
    leavePhase = phase();
  };

  let isOver = false;
  const pollNow = () => {
    poll()
      .then((value) => !isOver && value !== undefined && onChange(value))
      .catch((error: unknown) => console.warn("The value cannot be polled.", error));
  };

  const stream: Phase = () => {
    let isCurrent = true;
    let hasEvent = false;
    const change = (phase: Phase) => isCurrent && enterPhase(phase);
    const timeout = setTimeout(() => change(polling), firstEventTimeout);
    const close = openStream({
      onNext: (value) => {
        if (!isCurrent) return;
        hasEvent = true;
        clearTimeout(timeout);
        onChange(value);
      },
      onEnd: () => change(hasEvent ? reopening : polling),
      onFailed: () => change(polling),
    });
    return () => {
      isCurrent = false;
      clearTimeout(timeout);
      close();
    };
  };

  const reopening: Phase = () => {
    const timer = setTimeout(() => enterPhase(stream), reopenDelay);
    return () => clearTimeout(timer);
  };

  const polling: Phase = () => {
    pollNow();
    const timer = setInterval(pollNow, pollInterval);
    const retry = setTimeout(() => enterPhase(stream), streamRetryDelay);
    return () => {
      clearInterval(timer);
      clearTimeout(retry);
    };
  };

  if (isResumed) pollNow();
  enterPhase(stream);
  return () => {
    isOver = true;
    leavePhase();
  };
}

/**
 * Subscribes to a value while the page is visible: a browser has few connections for many hidden tabs. Subscribes again
 * after the page was hidden or offline, and when the source changes.
 */
export function useSubscriptionWithPolling<T>(source: PolledStream<T>): void {
  const isVisible = useSyncExternalStore(
    watchVisibility,
    () => document.visibilityState === "visible",
    () => false,
  );
  const isResumed = useRef(false);
  useEffect(() => {
    if (!isVisible) return;
    let end = () => {};
    const begin = () => {
      end();
      end = subscribeWithPolling(source, isResumed.current);
      isResumed.current = true;
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
