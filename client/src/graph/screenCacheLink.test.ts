// Rules: CLI-1, CLI-2, CLI-3, CLI-4, CLI-6, CLI-7.

import { ApolloClient, ApolloLink, type DefaultContext, InMemoryCache, ServerError } from "@apollo/client";
import { waitFor } from "@testing-library/react";
import type { ScreenData } from "~/lib/screen/screenData";
import { ContentScreenDocument } from "./generated/graphql";
import { payloadLink } from "./payloadLink";
import { screenCacheLink, type ScreenCacheOptions } from "./screenCacheLink";

const origin = "http://localhost";
const minute = 60 * 1000;

/** The data of a page whose title is its requested path. */
const screenOf = (path: string) => ({ screen: "ContentScreen", url: "ignored", data: { resolve: { title: path } } });
const titleOf = ({ data }: ScreenData) => (data as { resolve: { title: string } }).resolve.title;

/** A client whose cache the tests ask; `now` is in milliseconds. */
function setUp(options: ScreenCacheOptions = {}, now = 0) {
  const answers = jest.fn<Promise<Response>, [path: string, init?: RequestInit]>((path) =>
    Promise.resolve(Response.json(screenOf(path))),
  );
  globalThis.fetch = answers as unknown as typeof fetch;
  jest.spyOn(Date, "now").mockImplementation(() => now);
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.from([screenCacheLink(options), payloadLink()]),
  });
  const open = async (url: string, context: DefaultContext = {}) => {
    const { data } = await client.query({
      query: ContentScreenDocument,
      variables: { url },
      fetchPolicy: "no-cache",
      context: { ...context, queryDeduplication: false },
    });
    return data as unknown as ScreenData;
  };
  const prefetch = (url: string) => open(url, { prefetch: () => Promise.resolve() });
  const requested = () => answers.mock.calls.map(([path]) => path);
  return { open, prefetch, answers, requested, pass: (ms: number) => (now += ms) };
}

afterEach(() => jest.restoreAllMocks());

test("requests an address once, below its own path, and caches the data", async () => {
  const { open, requested } = setUp();
  const url = `${origin}/en/a?b=1`;
  const first = await open(url);
  expect(first).toEqual({ ...screenOf("/en/a/_payload.json?b=1"), url });
  expect(await open(url)).toBe(first);
  expect(requested()).toEqual(["/en/a/_payload.json?b=1"]);
  await open(`${origin}/`);
  expect(requested().at(-1)).toBe("/_payload.json");
});

test("caches the data of a document, and loads incomplete data again at the next visit", async () => {
  const shown = { ...screenOf("the document"), url: `${origin}/en` };
  const complete = setUp({ shown });
  complete.pass(minute);
  expect(await complete.open(`${origin}/en`)).toBe(shown);
  expect(complete.requested()).toEqual([]);

  const incomplete = setUp({ shown: { ...shown, partial: true } }, 31 * minute);
  expect(titleOf(await incomplete.open(`${origin}/en`))).toBe("the document");
  expect(incomplete.requested()).toEqual(["/en/_payload.json"]);
});

test("a revalidation of incomplete data awaits the new data, and keeps the incomplete data if it fails", async () => {
  const url = `${origin}/en`;
  const { open, answers } = setUp({ shown: { ...screenOf("incomplete"), url, partial: true } }, 31 * minute);
  answers.mockResolvedValueOnce(new Response("{}", { status: 503 }));
  expect(titleOf(await open(url, { isRevalidation: true }))).toBe("incomplete");
  expect(titleOf(await open(url, { isRevalidation: true }))).toBe("/en/_payload.json");
});

test("shares one load between concurrent callers", async () => {
  const { open, prefetch, answers } = setUp();
  await Promise.all([open(`${origin}/en`), prefetch(`${origin}/en`), open(`${origin}/en`)]);
  expect(answers).toHaveBeenCalledTimes(1);
});

test("revalidates with a new request while an earlier one is pending, and ignores the result of the earlier one", async () => {
  const { open, answers, requested } = setUp();
  const url = `${origin}/en/a`;
  let answerEarlier: (response: Response) => void = () => undefined;
  answers.mockReturnValueOnce(new Promise((resolve) => (answerEarlier = resolve)));
  const earlier = open(url);
  expect(titleOf(await open(url, { isRevalidation: true }))).toBe("/en/a/_payload.json");
  expect(requested()).toHaveLength(2);
  answerEarlier(Response.json(screenOf("before the change")));
  await earlier;
  expect(titleOf(await open(url))).toBe("/en/a/_payload.json");
  expect(requested()).toHaveLength(2);
});

test("returns an entry older than 30 minutes and revalidates it", async () => {
  const { open, answers, pass } = setUp();
  await open(`${origin}/en`);
  pass(29 * minute);
  await open(`${origin}/en`);
  expect(answers).toHaveBeenCalledTimes(1);
  pass(2 * minute);
  answers.mockResolvedValueOnce(Response.json(screenOf("newer")));
  expect(titleOf(await open(`${origin}/en`))).toBe("/en/_payload.json");
  expect(answers).toHaveBeenCalledTimes(2);
  await waitFor(async () => expect(titleOf(await open(`${origin}/en`))).toBe("newer"));
  expect(answers).toHaveBeenCalledTimes(2);
});

test("keeps an entry that cannot be revalidated", async () => {
  const { open, answers, pass } = setUp();
  await open(`${origin}/en`);
  pass(31 * minute);
  answers.mockRejectedValue(new TypeError("Failed to fetch"));
  // The third request shows that the first revalidation has ended.
  await waitFor(async () => {
    expect(titleOf(await open(`${origin}/en`))).toBe("/en/_payload.json");
    expect(answers).toHaveBeenCalledTimes(3);
  });
});

test("starts another load of the same address after a load has been pending for 5 seconds", async () => {
  const { open, answers, pass } = setUp();
  answers.mockImplementationOnce(() => new Promise(() => undefined));
  void open(`${origin}/en`);
  pass(6000);
  expect(await open(`${origin}/en`)).toMatchObject({ screen: "ContentScreen" });
});

test("keeps at most 100 addresses and evicts the least recently used", async () => {
  const { open, requested } = setUp();
  for (let i = 0; i < 100; i++) await open(`${origin}/en/${i}`);
  await open(`${origin}/en/0`);
  await open(`${origin}/en/100`);
  const before = requested().length;
  await open(`${origin}/en/0`);
  expect(requested()).toHaveLength(before);
  await open(`${origin}/en/1`);
  expect(requested().slice(before)).toEqual(["/en/1/_payload.json"]);
});

test("loads again with cache=false, and removes all entries with cache=clear", async () => {
  const { open, answers } = setUp();
  await open(`${origin}/en`);
  await open(`${origin}/en?cache=false`);
  await open(`${origin}/en?cache=false`);
  expect(answers).toHaveBeenCalledTimes(3);
  await open(`${origin}/en/b?cache=clear`);
  await open(`${origin}/en`);
  expect(answers).toHaveBeenCalledTimes(5);
});

test.each(["true", "", "False", "0"])("ignores cache=%s and uses the entry", async (value) => {
  const { open, answers } = setUp();
  await open(`${origin}/en?cache=${value}`);
  await open(`${origin}/en?cache=${value}`);
  expect(answers).toHaveBeenCalledTimes(1);
});

test("does not cache a failure", async () => {
  const { open, answers } = setUp();
  answers.mockResolvedValueOnce(new Response("{}", { status: 503 }));
  await expect(open(`${origin}/en`)).rejects.toBeInstanceOf(ServerError);
  expect(await open(`${origin}/en`)).toMatchObject({ screen: "ContentScreen" });
});

test("does not cache private data, and neither reads nor stores what is asked with headers", async () => {
  const { open, answers, requested } = setUp();
  answers.mockResolvedValueOnce(Response.json({ ...screenOf("preview"), private: true }));
  await open(`${origin}/en`);
  const headers = { authorization: "Bearer a-token" };
  await open(`${origin}/en`, { headers });
  expect(answers.mock.lastCall?.[1]).toMatchObject({ headers });
  await open(`${origin}/en`);
  expect(requested()).toHaveLength(3);
});

test("loads the code of prefetched data", async () => {
  const { open } = setUp();
  const prepare = jest.fn(() => Promise.resolve());
  const data = await open(`${origin}/en/a`, { prefetch: prepare });
  expect(prepare.mock.calls).toEqual([[data]]);
});

test("prefetches at most four addresses at once and queues the rest", async () => {
  const { open, prefetch, answers, requested } = setUp();
  const release: (() => void)[] = [];
  answers.mockImplementation(
    (path) => new Promise((resolve) => release.push(() => resolve(Response.json(screenOf(path))))),
  );
  const urls = [1, 2, 3, 4, 5, 6].map((i) => `${origin}/en/${i}`);
  for (const url of urls) void prefetch(url);
  // Repeated intents for an address are queued once.
  for (let i = 0; i < 5; i++) void prefetch(`${origin}/en/6`);
  await Promise.resolve();
  expect(answers).toHaveBeenCalledTimes(4);
  await waitFor(() => {
    release.splice(0).forEach((answer) => answer());
    expect(answers).toHaveBeenCalledTimes(6);
  });
  release.splice(0).forEach((answer) => answer());
  expect(requested().sort()).toEqual([1, 2, 3, 4, 5, 6].map((i) => `/en/${i}/_payload.json`));
  for (const url of urls) await open(url);
  expect(answers).toHaveBeenCalledTimes(6);
});

test("ends the prefetches that are running only when the queued ones have ended", async () => {
  const { prefetch, answers } = setUp();
  const release: (() => void)[] = [];
  answers.mockImplementation(
    (path) => new Promise((resolve) => release.push(() => resolve(Response.json(screenOf(path))))),
  );
  const prefetches = Promise.all([1, 2, 3, 4, 5].map((i) => prefetch(`${origin}/en/${i}`)));
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
