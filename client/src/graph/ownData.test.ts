import { gql } from "@apollo/client";
import { makeCache, makeClient } from "./client";
import { askOwn, forgetOwn, hasOwnFailed, type OwnScreenDocument } from "./ownData";
import { ScreenStore } from "./ScreenStore";

const document = gql`
  query TicketsScreen($url: String!) {
    resolve(url: $url) {
      ... on PageResolution {
        title
        portal {
          tickets
          machines
        }
      }
    }
  }
` as OwnScreenDocument;
const url = "http://localhost/en/mykomax/tickets/list";

interface Portal {
  tickets: string[] | null;
  machines: string[] | null;
}

const page = (portal: Portal | null) => ({
  resolve: {
    __typename: "PageResolution",
    title: "Tickets",
    portal: portal && { __typename: "PortalEntry", ...portal },
  },
});

/** A client of somebody who is signed in, the store of screens, and what the network answers next. */
function setUp() {
  const cache = makeCache();
  const client = makeClient(cache, () => Promise.resolve("token"));
  const store = new ScreenStore({ cache, documentOf: () => Promise.resolve(document), fallback: "ContentScreen" });
  const sent: { path: string; authorization: string | null }[] = [];
  const answer = (body: unknown) => {
    globalThis.fetch = ((path: string, options?: RequestInit) => {
      sent.push({ path, authorization: new Headers(options?.headers).get("authorization") });
      return Promise.resolve({ ok: true, headers: new Headers(), json: () => Promise.resolve(body) });
    }) as unknown as typeof fetch;
  };
  const shown = () => client.readQuery({ query: document, variables: { url } })?.resolve.portal;
  return { client, store, sent, answer, shown };
}

const tickets = { tickets: ["T-1"], machines: ["Alpha"] };

test("what somebody is shown is asked with their token, and there for the screen", async () => {
  const { client, sent, answer, shown } = setUp();
  answer({ data: page(tickets) });
  expect(await askOwn(client, document, url)).toBe(true);
  expect(sent.map((s) => s.authorization)).toEqual(["Bearer token"]);
  expect(shown()).toMatchObject(tickets);
  expect(hasOwnFailed(client, url)).toBe(false);
});

test("a part that cannot be read takes nothing else with it, and is told until it can be", async () => {
  const { client, answer, shown } = setUp();
  answer({ data: page({ tickets: null, machines: ["Alpha"] }), errors: [{ message: "The tickets cannot be read." }] });
  expect(await askOwn(client, document, url)).toBe(true);
  expect(shown()).toMatchObject({ tickets: null, machines: ["Alpha"] });
  expect(hasOwnFailed(client, url)).toBe(true);
  answer({ data: page(tickets) });
  await askOwn(client, document, url);
  expect(shown()).toMatchObject(tickets);
  expect(hasOwnFailed(client, url)).toBe(false);
});

test("what everybody is sent takes nothing away from what somebody is shown", async () => {
  const { client, store, answer, shown } = setUp();
  answer({ data: page(tickets) });
  await askOwn(client, document, url);
  answer({ operation: "TicketsScreen", variables: { url }, data: page(null) });
  await store.open(url);
  await store.prefetch(url);
  expect(shown()).toMatchObject(tickets);
});

test("what everybody is sent is there for the screen of somebody who is still to sign in", async () => {
  const { store, answer, shown } = setUp();
  answer({ operation: "TicketsScreen", variables: { url }, data: page(null) });
  await store.open(url);
  expect(shown()).toBeNull();
});

test("fresh data takes the place of what was shown", async () => {
  const { client, answer, shown } = setUp();
  answer({ data: page(tickets) });
  await askOwn(client, document, url);
  answer({ data: page({ tickets: [], machines: null }) });
  await askOwn(client, document, url);
  expect(shown()).toMatchObject({ tickets: [], machines: null });
});

test("somebody whom the server does not know has to sign in, and nothing is filled in", async () => {
  const { client, answer, shown } = setUp();
  answer({ data: page(null) });
  expect(await askOwn(client, document, url)).toBe(false);
  expect(shown()).toBeUndefined();
});

test("nobody is sent to sign in because something failed", async () => {
  const { client, answer } = setUp();
  answer({ data: page(null), errors: [{ message: "The identity server cannot be asked." }] });
  await expect(askOwn(client, document, url)).rejects.toThrow("The identity server cannot be asked.");
});

test("what an address showed can be forgotten; what it shows to everybody stays", async () => {
  const { client, answer, shown } = setUp();
  answer({ data: page(tickets) });
  await askOwn(client, document, url);
  forgetOwn(client, `${url}?mine=true`);
  expect(shown()).toMatchObject(tickets);
  forgetOwn(client, url);
  expect(shown()).toBeNull();
  expect(client.readQuery({ query: document, variables: { url } })?.resolve).toMatchObject({ title: "Tickets" });
});
