/** The maximum time (ms) that the app waits for the worker. */
const maxWait = 1000;

/**
 * When (ms) the worker is terminated. If that is done at once, its request stays pending for tools that watch the
 * network.
 */
const terminateAfter = 10_000;

/**
 * Loads the browser's locale data in a worker. Chromium loads it at the first use of `Intl`, in one native call that
 * blocks the main thread for 20 ms, on a slow device for 100 ms; loaded by a worker, it serves all threads of the
 * process. Other browsers lose no time, since the app waits for its own code and data meanwhile.
 */
export function prepareLocaleData(locale: string): Promise<void> {
  return new Promise((resolve) => {
    try {
      const worker = new Worker(new URL("./localeData.worker.ts", import.meta.url), { type: "module", name: locale });
      const end = () => {
        clearTimeout(timer);
        setTimeout(() => worker.terminate(), terminateAfter);
        resolve();
      };
      const timer = setTimeout(end, maxWait);
      worker.onmessage = end;
      worker.onerror = end;
    } catch (error) {
      // The main thread loads the data itself.
      console.warn("The locale data cannot be loaded by a worker.", error);
      resolve();
    }
  });
}
