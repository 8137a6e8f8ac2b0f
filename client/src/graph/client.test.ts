// Rules: AUTH-32, ERR-26.

import { CombinedGraphQLErrors, gql } from "@apollo/client";
import { waitFor } from "@testing-library/react";
import { type Account, anonymousAccount } from "~/lib/account/account";
import { beginAsking } from "~/lib/account/unfinishedInput";
import { accountOf } from "../../test/account";
import { signedInState } from "../../test/graph";
import { persisted } from "../../test/persisted";
import { makeClient } from "./client";

const query = persisted(
  gql`
    query Greeting($name: String) {
      greeting(name: $name)
    }
  `,
  "aa11",
);
const mutation = persisted(
  gql`
    mutation Greet($name: String) {
      greet(name: $name)
    }
  `,
  "bb22",
);
const fetched = jest.spyOn(globalThis, "fetch");

const json = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/graphql-response+json" } });
const greeting = () => json({ data: { greeting: "Hello" } });

/** The account of a signed-in user that returns these tokens, in their order. */
function accountWith(...tokens: (string | undefined)[]) {
  const idToken = jest.fn<Promise<string | undefined>, [refused?: string]>(() => Promise.resolve(tokens.shift()));
  const accessToken = (token: string) => Promise.resolve(`access of ${token}`);
  return { account: { ...anonymousAccount, idToken, accessToken } satisfies Account, idToken };
}

/** The sent requests. */
const requests = () =>
  fetched.mock.calls.map(([requested, init]) => {
    const url = new URL(requested as string, window.location.origin);
    return {
      path: url.pathname,
      method: init?.method ?? "GET",
      parameters: Object.fromEntries(url.searchParams),
      body: init?.body ? (JSON.parse(init.body as string) as unknown) : undefined,
      authorization: new Headers(init?.headers).get("authorization"),
      accessToken: new Headers(init?.headers).get("x-access-token"),
    };
  });

beforeEach(() => fetched.mockReset());
afterEach(() => jest.useRealTimers());

test("sends a query by GET with its persisted hash and without its text", async () => {
  fetched.mockResolvedValueOnce(greeting());
  const { data } = await makeClient(anonymousAccount).query({ query, variables: { name: "Ada" } });
  expect(data).toEqual({ greeting: "Hello" });
  const [{ path, method, parameters, body }] = requests() as [ReturnType<typeof requests>[number]];
  expect({ path, method, body }).toEqual({ path: "/graphql", method: "GET", body: undefined });
  const { extensions = "", variables = "", ...rest } = parameters;
  expect(JSON.parse(extensions)).toMatchObject({ persistedQuery: { version: 1, sha256Hash: "aa11" } });
  expect(JSON.parse(variables)).toEqual({ name: "Ada" });
  expect(rest).toEqual({ operationName: "Greeting" });
});

test("sends a mutation by POST with its persisted hash and without its text", async () => {
  fetched.mockResolvedValueOnce(json({ data: { greet: true } }));
  await makeClient(anonymousAccount).mutate({ mutation, variables: { name: "Ada" } });
  expect(requests()).toMatchObject([{ path: "/graphql", method: "POST", parameters: {} }]);
  const { extensions, ...rest } = requests()[0]?.body as { extensions: object };
  expect(extensions).toMatchObject({ persistedQuery: { version: 1, sha256Hash: "bb22" } });
  expect(rest).toEqual({ operationName: "Greet", variables: { name: "Ada" } });
});

test("does not send an operation without a persisted hash", async () => {
  const text = gql`
    query Unknown {
      greeting
    }
  `;
  await expect(makeClient(anonymousAccount).query({ query: text })).rejects.toThrow("Only persisted operations");
  expect(fetched).not.toHaveBeenCalled();
});

test.each([200, 400])("rejects with the messages of GraphQL errors with status %d", async (status) => {
  fetched.mockResolvedValueOnce(json({ errors: [{ message: "One" }, { message: "Two" }], data: null }, status));
  const failure = await makeClient(anonymousAccount)
    .query({ query })
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CombinedGraphQLErrors);
  expect(failure).toMatchObject({ errors: [{ message: "One" }, { message: "Two" }] });
});

test("rejects with the status of a response that is not GraphQL, such as a proxy's", async () => {
  fetched.mockResolvedValueOnce(new Response("<html>", { status: 502 }));
  await expect(makeClient(anonymousAccount).query({ query })).rejects.toMatchObject({ statusCode: 502 });
});

test("retries a query that does not reach the server up to three times", async () => {
  jest.useFakeTimers();
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValueOnce(greeting());
  const client = makeClient(anonymousAccount);
  const answered = client.query({ query });
  await jest.runAllTimersAsync();
  expect((await answered).data).toEqual({ greeting: "Hello" });
  expect(fetched).toHaveBeenCalledTimes(2);

  fetched.mockReset().mockRejectedValue(new TypeError("Failed to fetch"));
  const failed = client.query({ query, fetchPolicy: "network-only" }).catch((error: unknown) => error);
  await jest.runAllTimersAsync();
  expect(await failed).toMatchObject({ message: "Failed to fetch" });
  expect(fetched).toHaveBeenCalledTimes(3);
});

test("does not retry a mutation that does not reach the server", async () => {
  jest.useFakeTimers();
  fetched.mockRejectedValue(new TypeError("Failed to fetch"));
  const failed = makeClient(anonymousAccount)
    .mutate({ mutation })
    .catch((error: unknown) => error);
  await jest.runAllTimersAsync();
  expect(await failed).toMatchObject({ message: "Failed to fetch" });
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("sends an operation for an anonymous user without a token, also when a user is signed in", async () => {
  fetched.mockImplementation(() => Promise.resolve(greeting()));
  const { account, idToken } = accountWith("token");
  await makeClient(account).query({ query });
  // The session has ended.
  await makeClient(accountWith(undefined).account).query({ query, context: { signedIn: true } });
  expect(requests().map(({ authorization }) => authorization)).toEqual([null, null]);
  expect(idToken).not.toHaveBeenCalled();
});

test("sends an operation without an access token if none was issued with the ID token", async () => {
  fetched.mockImplementation(() => Promise.resolve(greeting()));
  const account = { ...accountWith("token").account, accessToken: () => Promise.resolve(undefined) };
  await makeClient(account).query({ query, context: { signedIn: true } });
  expect(requests()).toMatchObject([{ authorization: "Bearer token", accessToken: null }]);
});

describe("when the server refuses the token", () => {
  const context = { signedIn: true };
  const unauthenticated = (status: number) =>
    json({ errors: [{ message: "The token is refused.", extensions: { code: "UNAUTHENTICATED" } }] }, status);
  const tokens = () => requests().map(({ authorization }) => authorization);

  test.each([
    ["the graph with status 401", () => unauthenticated(401)],
    ["the graph with status 200", () => unauthenticated(200)],
    ["a proxy", () => new Response("<html>", { status: 401 })],
  ])("renews the token and sends the operation again: %s", async (_, refuse) => {
    fetched.mockResolvedValueOnce(refuse()).mockResolvedValueOnce(greeting());
    const { account, idToken } = accountWith("old", "new");
    const { data } = await makeClient(account).query({ query, context });
    expect(data).toEqual({ greeting: "Hello" });
    expect(idToken.mock.calls).toEqual([[], ["old"]]);
    expect(tokens()).toEqual(["Bearer old", "Bearer new"]);
    expect(requests().map(({ accessToken }) => accessToken)).toEqual(["access of old", "access of new"]);
  });

  test("renews the token for mutations too", async () => {
    fetched.mockResolvedValueOnce(unauthenticated(401)).mockResolvedValueOnce(json({ data: { greet: true } }));
    const { data } = await makeClient(accountWith("old", "new").account).mutate({ mutation, context });
    expect(data).toEqual({ greet: true });
    expect(requests()[1]?.body).toEqual(requests()[0]?.body);
    expect(tokens()).toEqual(["Bearer old", "Bearer new"]);
  });

  test("renews the token only once", async () => {
    fetched.mockImplementation(() => Promise.resolve(unauthenticated(401)));
    const { account } = accountWith("old", "new", "newer");
    await expect(makeClient(account).query({ query, context })).rejects.toThrow("The token is refused.");
    expect(tokens()).toEqual(["Bearer old", "Bearer new"]);
  });

  test("reports an error when the session has ended", async () => {
    fetched.mockResolvedValueOnce(unauthenticated(401));
    const { account } = accountWith("old", undefined);
    await expect(makeClient(account).query({ query, context })).rejects.toThrow("The token is refused.");
    expect(tokens()).toEqual(["Bearer old"]);
  });

  test("does not renew the token after another error", async () => {
    fetched.mockResolvedValueOnce(json({ errors: [{ message: "No.", extensions: { code: "FORBIDDEN" } }] }, 403));
    const { account } = accountWith("old", "new");
    await expect(makeClient(account).query({ query, context })).rejects.toThrow("No.");
    expect(tokens()).toEqual(["Bearer old"]);
  });

  describe("and the session has ended while a change is sent", () => {
    /** Sends a change on a page that asks for the login; `signInAs` is the login in another window. */
    async function sendRefused(ownContext: object = context) {
      fetched.mockResolvedValueOnce(unauthenticated(401)).mockResolvedValueOnce(json({ data: { greet: true } }));
      const { account, change } = accountOf(signedInState("ada"));
      const issued = ["old", undefined, "next"];
      const idToken = () => {
        const token = issued.shift();
        if (!token) change({ kind: "anonymous", endedUserId: "ada" });
        return Promise.resolve(token);
      };
      const endAsking = beginAsking();
      const settled = jest.fn();
      const sent = makeClient({ ...account, idToken })
        .mutate({ mutation, context: ownContext })
        .then(
          ({ data }) => data,
          (error: unknown) => (error as Error).message,
        )
        .finally(settled);
      const signInAs = (id: string) => {
        change(signedInState(id));
        return sent.finally(endAsking);
      };
      const leave = () => {
        endAsking();
        return sent;
      };
      await waitFor(() => expect(account.state().kind).toBe("anonymous"));
      await Promise.resolve();
      return { signInAs, leave, settled };
    }

    test("sends it again after the same user's login in another window", async () => {
      const { signInAs, settled } = await sendRefused();
      expect(settled).not.toHaveBeenCalled();
      expect(await signInAs("ada")).toEqual({ greet: true });
      expect(tokens()).toEqual(["Bearer old", "Bearer next"]);
    });

    test("does not send it as another user", async () => {
      const { signInAs } = await sendRefused();
      expect(await signInAs("ben")).toBe("The token is refused.");
      expect(tokens()).toEqual(["Bearer old"]);
    });

    test("does not send it after the page was left", async () => {
      const { leave } = await sendRefused();
      expect(await leave()).toBe("The token is refused.");
      expect(tokens()).toEqual(["Bearer old"]);
    });

    test("does not wait with a change that is no input", async () => {
      const { leave, settled } = await sendRefused({ ...context, isAutomatic: true });
      await waitFor(() => expect(settled).toHaveBeenCalled());
      expect(await leave()).toBe("The token is refused.");
    });
  });
});
