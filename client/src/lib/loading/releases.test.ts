// Rules: CALL-21, CLI-10, CLI-11, CLI-12.

import { isOutdated, prefetchQuietly, reloadOnce, setNavigation, watchReleases } from "./releases";

const fetched = jest.spyOn(globalThis, "fetch");

beforeEach(() => {
  window.sessionStorage.clear();
  jest.spyOn(console, "warn").mockImplementation(() => {});
});

test.each([
  ["the same release", new Response('{"id":"a"}'), false],
  ["another release", new Response('{"id":"b"}'), true],
  ["an invalid manifest", new Response("<html>"), false],
  ["an error", new Response("{}", { status: 503 }), false],
])("compares the page's release with %s", async (_, response, outdated) => {
  fetched.mockResolvedValueOnce(response);
  expect(await isOutdated("a")).toBe(outdated);
  expect(fetched).toHaveBeenLastCalledWith(expect.stringMatching(/^\/builds\/latest\.json\?t=\d+$/), expect.anything());
});

test("reloads a page at most once within ten seconds", () => {
  jest.useFakeTimers();
  const reload = jest.fn();
  expect(reloadOnce(reload, window.sessionStorage)).toBe(true);
  jest.advanceTimersByTime(9_999);
  expect(reloadOnce(reload, window.sessionStorage)).toBe(false);
  jest.advanceTimersByTime(1);
  expect(reloadOnce(reload, window.sessionStorage)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
  jest.useRealTimers();
});

describe("while a page is open", () => {
  const requests = () => fetched.mock.calls.map(([address]) => address);
  const lastReload = () => window.sessionStorage.getItem("strand-reloaded-at");
  const chunkFails = async () => {
    const failure = new Event("vite:preloadError", { cancelable: true });
    window.dispatchEvent(failure);
    await jest.advanceTimersByTimeAsync(0);
    return failure;
  };
  let latest = "a";
  let listened: jest.SpyInstance<void, Parameters<Window["addEventListener"]>>;

  beforeEach(() => {
    jest.useFakeTimers();
    fetched.mockReset();
    fetched.mockImplementation(() => Promise.resolve(new Response(JSON.stringify({ id: latest }))));
    // jsdom cannot reload a page and logs an error.
    jest.spyOn(console, "error").mockImplementation(() => {});
    listened = jest.spyOn(window, "addEventListener");
  });
  afterEach(() => {
    jest.useRealTimers();
    for (const [type, listener] of listened.mock.calls) window.removeEventListener(type, listener);
    listened.mockRestore();
  });

  test("loads its manifest after a second, checks for releases every five minutes, logs a new one once", async () => {
    const consoleInfo = jest.spyOn(console, "info").mockImplementation(() => {});
    watchReleases("a");
    await jest.advanceTimersByTimeAsync(999);
    expect(requests()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(requests()).toEqual(["/builds/meta/a.json"]);
    await jest.advanceTimersByTimeAsync(5 * 60_000);
    expect(requests()).toEqual(["/builds/meta/a.json", expect.stringMatching(/^\/builds\/latest\.json\?t=\d+$/)]);
    expect(consoleInfo).not.toHaveBeenCalled();
    latest = "b";
    await jest.advanceTimersByTimeAsync(60 * 60_000);
    expect(consoleInfo).toHaveBeenCalledTimes(1);
    // The page is not reloaded while it is being read.
    expect(lastReload()).toBeNull();
  });

  test("reloads after a chunk that a new release has removed, and not after any other failure", async () => {
    watchReleases("a");
    latest = "a";
    expect((await chunkFails()).defaultPrevented).toBe(true);
    expect(lastReload()).toBeNull();
    latest = "b";
    await chunkFails();
    expect(lastReload()).toBe(String(Date.now()));
  });

  /** Begins a navigation; the result ends it. */
  const navigate = () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    setNavigation({ isPending: () => true, ended: () => ended });
    return () => {
      setNavigation({ isPending: () => false, ended: () => Promise.resolve() });
      end();
      return jest.advanceTimersByTimeAsync(0);
    };
  };

  test("reloads after a pending navigation has ended", async () => {
    const reload = jest.fn();
    watchReleases("a", reload);
    latest = "b";
    const end = navigate();
    await chunkFails();
    expect(reload).not.toHaveBeenCalled();
    await end();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test("does not reload for a prefetch, but for the navigation that follows", async () => {
    const reload = jest.fn();
    watchReleases("a", reload);
    latest = "b";
    await prefetchQuietly(async () => {
      await chunkFails();
    });
    expect(reload).not.toHaveBeenCalled();
    const end = navigate();
    await prefetchQuietly(async () => {
      await chunkFails();
    });
    await end();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test("does nothing outside of a build", async () => {
    watchReleases(undefined);
    await jest.advanceTimersByTimeAsync(10 * 60_000);
    expect(requests()).toEqual([]);
  });
});

test("only logs a manifest that cannot be loaded", async () => {
  const warned = jest.spyOn(console, "warn").mockImplementation(() => {});
  warned.mockClear();
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await isOutdated("a")).toBe(false);
  expect(warned).toHaveBeenCalledTimes(1);
});
