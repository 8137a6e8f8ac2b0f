/** Calls a function once, when the browser is idle; returns the function that cancels it. */
export function whenIdle(task: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(task, 2000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(task, { timeout: 5000 });
  return () => cancelIdleCallback(idle);
}
