/** The maximum time in milliseconds that the app waits for the worker. */
const maxWait = 1000;

/**
 * Milliseconds before the worker is terminated. Terminated immediately, its request would stay pending in network
 * monitoring tools.
 */
const terminateAfter = 10_000;

/**
 * Loads the browser's locale data in a worker. Chromium loads it at the first use of `Intl`, in a native call that
 * blocks the main thread for 20 ms (100 ms on a slow device); once a worker has loaded it, all threads of the process
 * have it. Other browsers lose no time, since the app waits for its own code and data meanwhile.
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
      // The main thread then loads the data itself.
      console.warn("The locale data cannot be loaded by a worker.", error);
      resolve();
    }
  });
}
