/**
 * Calls a function once, when the browser is idle; returns the function that cancels it.
 *
 * @param delay milliseconds after which it is called in Safari, which has no idle callbacks
 */
export function whenIdle(task: () => void, delay = 2000): () => void {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(task, delay);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(task, { timeout: 5000 });
  return () => cancelIdleCallback(idle);
}
