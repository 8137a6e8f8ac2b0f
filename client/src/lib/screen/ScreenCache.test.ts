// Rules: CLI-1, CLI-2, CLI-3, CLI-4, CLI-6, CLI-7.

import { waitFor } from "@testing-library/react";
import type { ScreenData } from "./screenData";
import { ScreenCache, type ScreenCacheOptions, ScreenUnavailableError } from "./ScreenCache";

const origin = "http://localhost";
const minute = 60 * 1000;

/** The data of a page whose title is its requested path. */
const screenOf = (path: string) => ({ screen: "ContentScreen", url: "ignored", data: { resolve: { title: path } } });
const titleOf = ({ data }: ScreenData) => (data as { resolve: { title: string } }).resolve.title;

function setUp(options: ScreenCacheOptions = {}) {
  let now = 0;
  const answers = jest.fn((path: string): Promise<Response> => Promise.resolve(Response.json(screenOf(path))));
  globalThis.fetch = answers as unknown as typeof fetch;
  const cache = new ScreenCache({ ...options, now: () => now });
  const requested = () => answers.mock.calls.map(([path]) => path);
  return { cache, answers, requested, pass: (ms: number) => (now += ms) };
}

/** The error that a load rejects with. */
const failureOf = (load: Promise<unknown>) =>
  load.then(
    () => undefined,
    (error: unknown) => error,
  );

afterEach(() => jest.restoreAllMocks());

test("requests an address once, below its own path, and caches the data", async () => {
  const { cache, requested } = setUp();
  const url = `${origin}/en/a?b=1`;
  const first = await cache.open(url);
  expect(first).toEqual({ ...screenOf("/en/a/_payload.json?b=1"), url });
  expect(await cache.open(url)).toBe(first);
  expect(requested()).toEqual(["/en/a/_payload.json?b=1"]);
  await cache.open(`${origin}/`);
  expect(requested().at(-1)).toBe("/_payload.json");
});

test("caches the data of a document, and loads incomplete data again at the next visit", async () => {
  const { cache, requested, pass } = setUp();
  const data = { ...screenOf("the document"), url: `${origin}/en` };
  cache.add(data);
  pass(minute);
  expect(await cache.open(`${origin}/en`)).toBe(data);
  expect(requested()).toEqual([]);

  pass(30 * minute);
  cache.add({ ...data, partial: true });
  expect(titleOf(await cache.open(`${origin}/en`))).toBe("the document");
  expect(requested()).toEqual(["/en/_payload.json"]);
});

test("a revalidation of incomplete data awaits the new data, and keeps the incomplete data if it fails", async () => {
  const { cache, answers, pass } = setUp();
  const url = `${origin}/en`;
  pass(31 * minute);
  cache.add({ ...screenOf("incomplete"), url, partial: true });
  answers.mockResolvedValueOnce(new Response("{}", { status: 503 }));
  expect(titleOf(await cache.open(url, true))).toBe("incomplete");
  expect(titleOf(await cache.open(url, true))).toBe("/en/_payload.json");
});

test("shares one load between concurrent callers", async () => {
  const { cache, answers } = setUp();
  await Promise.all([cache.open(`${origin}/en`), cache.prefetch(`${origin}/en`), cache.open(`${origin}/en`)]);
  expect(answers).toHaveBeenCalledTimes(1);
});

test("revalidates with a new request while an earlier one is pending, and ignores the result of the earlier one", async () => {
  const { cache, answers, requested } = setUp();
  const url = `${origin}/en/a`;
  let answerEarlier: (response: Response) => void = () => undefined;
  answers.mockReturnValueOnce(new Promise((resolve) => (answerEarlier = resolve)));
  const earlier = cache.open(url);
  expect(titleOf(await cache.open(url, true))).toBe("/en/a/_payload.json");
  expect(requested()).toHaveLength(2);
  answerEarlier(Response.json(screenOf("before the change")));
  await earlier;
  expect(titleOf(await cache.open(url))).toBe("/en/a/_payload.json");
  expect(requested()).toHaveLength(2);
});

test("returns an entry older than 30 minutes and revalidates it", async () => {
  const { cache, answers, pass } = setUp();
  await cache.open(`${origin}/en`);
  pass(29 * minute);
  await cache.open(`${origin}/en`);
  expect(answers).toHaveBeenCalledTimes(1);
  pass(2 * minute);
  answers.mockResolvedValueOnce(Response.json(screenOf("newer")));
  expect(titleOf(await cache.open(`${origin}/en`))).toBe("/en/_payload.json");
  expect(answers).toHaveBeenCalledTimes(2);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(titleOf(await cache.open(`${origin}/en`))).toBe("newer");
  expect(answers).toHaveBeenCalledTimes(2);
});

test("keeps an entry that cannot be revalidated", async () => {
  const { cache, answers, pass } = setUp();
  await cache.open(`${origin}/en`);
  pass(31 * minute);
  answers.mockRejectedValue(new TypeError("Failed to fetch"));
  expect(titleOf(await cache.open(`${origin}/en`))).toBe("/en/_payload.json");
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(titleOf(await cache.open(`${origin}/en`))).toBe("/en/_payload.json");
});

test("starts another load of the same address after a load has been pending for 5 seconds", async () => {
  const { cache, answers, pass } = setUp();
  answers.mockImplementationOnce(() => new Promise(() => undefined));
  void cache.open(`${origin}/en`);
  pass(6000);
  expect(await cache.open(`${origin}/en`)).toMatchObject({ screen: "ContentScreen" });
});

test("keeps at most 100 addresses and evicts the least recently used", async () => {
  const { cache, requested } = setUp();
  for (let i = 0; i < 100; i++) await cache.open(`${origin}/en/${i}`);
  await cache.open(`${origin}/en/0`);
  await cache.open(`${origin}/en/100`);
  const before = requested().length;
  await cache.open(`${origin}/en/0`);
  expect(requested()).toHaveLength(before);
  await cache.open(`${origin}/en/1`);
  expect(requested().slice(before)).toEqual(["/en/1/_payload.json"]);
});

test("loads again with cache=false, and removes all entries with cache=clear", async () => {
  const { cache, answers } = setUp();
  await cache.open(`${origin}/en`);
  await cache.open(`${origin}/en?cache=false`);
  await cache.open(`${origin}/en?cache=false`);
  expect(answers).toHaveBeenCalledTimes(3);
  await cache.open(`${origin}/en/b?cache=clear`);
  await cache.open(`${origin}/en`);
  expect(answers).toHaveBeenCalledTimes(5);
});

test.each(["true", "", "False", "0"])("ignores cache=%s and uses the entry", async (value) => {
  const { cache, answers } = setUp();
  await cache.open(`${origin}/en?cache=${value}`);
  await cache.open(`${origin}/en?cache=${value}`);
  expect(answers).toHaveBeenCalledTimes(1);
});

test.each([
  ["the network", () => Promise.reject(new TypeError("Failed to fetch")), undefined],
  [
    "the server",
    () => Promise.resolve(Response.json({ error: { status: 503, traceId: "4bf9" } }, { status: 503 })),
    "4bf9",
  ],
  ["a proxy", () => Promise.resolve(new Response("<html>", { status: 502 })), undefined],
  ["a response that is not JSON", () => Promise.resolve(new Response("<html>")), undefined],
])("rejects a failure of %s with its trace id, if any, and does not cache it", async (_, answer, traceId) => {
  const { cache, answers } = setUp();
  answers.mockImplementationOnce(answer);
  const error = await failureOf(cache.open(`${origin}/en`));
  expect(error).toBeInstanceOf(ScreenUnavailableError);
  expect(error).toMatchObject({ traceId });
  expect(await cache.open(`${origin}/en`)).toMatchObject({ screen: "ContentScreen" });
});

test("loads the code of a screen with its data, and only logs a failure of that", async () => {
  const warned = jest.spyOn(console, "warn").mockImplementation(() => undefined);
  const onLoad = jest.fn<Promise<unknown>, [ScreenData]>(() => Promise.resolve());
  const { cache } = setUp({ onLoad });
  const data = await cache.open(`${origin}/en/a`);
  expect(onLoad.mock.calls).toEqual([[data]]);
  expect(warned).not.toHaveBeenCalled();
  onLoad.mockRejectedValueOnce(new Error("The chunk is gone."));
  expect(await cache.open(`${origin}/en/b`)).toMatchObject({ screen: "ContentScreen" });
  expect(warned).toHaveBeenCalledTimes(1);
});

test("prefetches at most four addresses at once and queues the rest", async () => {
  const { cache, answers, requested } = setUp();
  const release: (() => void)[] = [];
  answers.mockImplementation(
    (path) => new Promise((resolve) => release.push(() => resolve(Response.json(screenOf(path))))),
  );
  const urls = [1, 2, 3, 4, 5, 6].map((i) => `${origin}/en/${i}`);
  for (const url of urls) void cache.prefetch(url);
  // Repeated intents for an address are queued once.
  for (let i = 0; i < 5; i++) void cache.prefetch(`${origin}/en/6`);
  await Promise.resolve();
  expect(answers).toHaveBeenCalledTimes(4);
  while (release.length > 0) {
    release.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  expect(requested().sort()).toEqual([1, 2, 3, 4, 5, 6].map((i) => `/en/${i}/_payload.json`));
  for (const url of urls) await cache.open(url);
  expect(answers).toHaveBeenCalledTimes(6);
});

test("ends the prefetches that are running only when the queued ones have ended", async () => {
  const { cache, answers } = setUp();
  const release: (() => void)[] = [];
  answers.mockImplementation(
    (path) => new Promise((resolve) => release.push(() => resolve(Response.json(screenOf(path))))),
  );
  const prefetches = Promise.all([1, 2, 3, 4, 5].map((i) => cache.prefetch(`${origin}/en/${i}`)));
  let haveEnded = false;
  void prefetches.then(() => (haveEnded = true));
  await waitFor(() => expect(release).toHaveLength(4));
  release.forEach((answer) => answer());
  // One of the four loads the queued address.
  await waitFor(() => expect(release).toHaveLength(5));
  expect(haveEnded).toBe(false);
  release[4]?.();
  await prefetches;
});
