import { gql } from "@apollo/client";
import { makeCache } from "./client";
import { ScreenStore } from "./ScreenStore";

const document = gql`
  query ContentScreen($url: String!) {
    resolve(url: $url) {
      title
    }
  }
`;
const origin = "http://localhost";
const minute = 60 * 1000;

function setUp() {
  const cache = makeCache();
  let now = 0;
  const answers = jest.fn<Promise<Partial<Response>>, [string]>((path) =>
    Promise.resolve({
      ok: true,
      json: () =>
        Promise.resolve({
          operation: "ContentScreen",
          variables: { url: "ignored" },
          data: { resolve: { title: path } },
        }),
    }),
  );
  globalThis.fetch = answers as unknown as typeof fetch;
  const store = new ScreenStore({
    cache,
    documentOf: () => Promise.resolve(document),
    fallback: "Fallback",
    now: () => now,
  });
  const titleOf = (url: string) =>
    cache.readQuery<{ resolve: { title: string } }>({ query: document, variables: { url } })?.resolve.title;
  return { store, answers, titleOf, pass: (ms: number) => (now += ms) };
}

test("an address is asked for once, below its own path, and its data is in the cache", async () => {
  const { store, answers, titleOf } = setUp();
  const url = `${origin}/en/a?b=1`;
  expect(await store.open(url)).toEqual({ url, operation: "ContentScreen" });
  await store.open(url);
  expect(answers.mock.calls.map(([path]) => path)).toEqual(["/en/a/_payload.json?b=1"]);
  expect(titleOf(url)).toBe("/en/a/_payload.json?b=1");
  await store.open(`${origin}/`);
  expect(answers.mock.lastCall?.[0]).toBe("/_payload.json");
});

test("callers at once share one load", async () => {
  const { store, answers } = setUp();
  await Promise.all([store.open(`${origin}/en`), store.prefetch(`${origin}/en`), store.open(`${origin}/en`)]);
  expect(answers).toHaveBeenCalledTimes(1);
});

test("after 30 minutes an entry is shown and loaded anew", async () => {
  const { store, answers, pass } = setUp();
  await store.open(`${origin}/en`);
  pass(29 * minute);
  await store.open(`${origin}/en`);
  expect(answers).toHaveBeenCalledTimes(1);
  pass(2 * minute);
  expect(store.known(`${origin}/en`)).toBeDefined();
  await store.open(`${origin}/en`);
  expect(answers).toHaveBeenCalledTimes(2);
});

test("a load that hangs keeps others away for 5 seconds at most", async () => {
  const { store, answers, pass } = setUp();
  answers.mockImplementationOnce(() => new Promise(() => undefined));
  void store.open(`${origin}/en`);
  pass(6000);
  expect(await store.open(`${origin}/en`)).toMatchObject({ operation: "ContentScreen" });
});

test("at most 100 addresses are kept; what was used last stays", async () => {
  const { store, titleOf } = setUp();
  for (let i = 0; i < 100; i++) await store.open(`${origin}/en/${i}`);
  await store.open(`${origin}/en/0`);
  await store.open(`${origin}/en/100`);
  expect(store.known(`${origin}/en/0`)).toBeDefined();
  expect(store.known(`${origin}/en/1`)).toBeUndefined();
  expect(titleOf(`${origin}/en/1`)).toBeUndefined();
});

test("cache=false asks again, cache=clear forgets everything", async () => {
  const { store, answers } = setUp();
  await store.open(`${origin}/en`);
  await store.open(`${origin}/en?cache=false`);
  await store.open(`${origin}/en?cache=false`);
  expect(answers).toHaveBeenCalledTimes(3);
  await store.open(`${origin}/en/b?cache=clear`);
  expect(store.known(`${origin}/en`)).toBeUndefined();
});

test.each(["true", "", "False", "0"])("cache=%s is no wish: what is there is shown", async (value) => {
  const { store, answers } = setUp();
  await store.open(`${origin}/en?cache=${value}`);
  await store.open(`${origin}/en?cache=${value}`);
  expect(answers).toHaveBeenCalledTimes(1);
});

test("what cannot be read is left to the fallback, and asked for again", async () => {
  const { store, answers } = setUp();
  answers.mockResolvedValueOnce({ ok: false, status: 503 });
  expect(await store.open(`${origin}/en`)).toMatchObject({ operation: "Fallback" });
  expect(await store.open(`${origin}/en`)).toMatchObject({ operation: "ContentScreen" });
});

test("at most four addresses are loaded ahead at once, and the rest in turn", async () => {
  const { store, answers } = setUp();
  const release: (() => void)[] = [];
  answers.mockImplementation(
    (path) =>
      new Promise((resolve) =>
        release.push(() =>
          resolve({
            ok: true,
            json: () =>
              Promise.resolve({ operation: "ContentScreen", variables: {}, data: { resolve: { title: path } } }),
          }),
        ),
      ),
  );
  const urls = [1, 2, 3, 4, 5, 6].map((i) => `${origin}/en/${i}`);
  for (const url of urls) void store.prefetch(url);
  // Pointed at again and again: it is the same address, and does not keep the others waiting.
  for (let i = 0; i < 5; i++) void store.prefetch(`${origin}/en/6`);
  await Promise.resolve();
  expect(answers).toHaveBeenCalledTimes(4);
  while (release.length > 0) {
    release.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  expect(answers).toHaveBeenCalledTimes(6);
  for (const url of urls) expect(store.known(url)).toBeDefined();
});
