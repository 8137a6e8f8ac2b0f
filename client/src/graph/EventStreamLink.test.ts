import { gql } from "@apollo/client";
import { anonymousAccount } from "~/lib/account/account";
import { persisted } from "../../test/persisted";
import { makeClient } from "./client";

const subscription = persisted(
  gql`
    subscription Ticked($id: ID!) {
      ticked(id: $id)
    }
  `,
  "cc33",
);
const fetched = jest.spyOn(globalThis, "fetch");

beforeEach(() => fetched.mockReset());

const encode = (text: string) => new TextEncoder().encode(text);

/** A response body that arrives in the given chunks. */
function stream(...pieces: string[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encode(piece));
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** Subscribes as the signed-in user. */
const subscribe = () =>
  makeClient({ ...anonymousAccount, idToken: () => Promise.resolve("a-token") }).subscribe({
    query: subscription,
    variables: { id: "1" },
    fetchPolicy: "no-cache",
    context: { signedIn: true },
  });

/** All results of a subscription until it ends. */
function resultsOf(): Promise<unknown[]> {
  const results: unknown[] = [];
  return new Promise((resolve) => {
    subscribe().subscribe({
      next: ({ data, error }) => results.push(data ?? error?.message),
      complete: () => resolve(results),
    });
  });
}

test("parses events across chunk boundaries and sends the persisted operation with the user's token", async () => {
  fetched.mockResolvedValueOnce(
    stream(
      ": hello\n\nevent: next\nda",
      'ta: {"data":{"ticked":1}}\n\nevent: next\ndata: {"data":{"ticked":2}}\n',
      "\n:\n\nevent: complete\ndata:\n\n",
    ),
  );
  expect(await resultsOf()).toEqual([{ ticked: 1 }, { ticked: 2 }]);
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe("/graphql");
  expect(init?.method).toBe("POST");
  const headers = new Headers(init?.headers);
  expect(headers.get("accept")).toBe("text/event-stream");
  expect(headers.get("authorization")).toBe("Bearer a-token");
  expect(JSON.parse(init?.body as string)).toEqual({
    documentId: "cc33",
    operationName: "Ticked",
    variables: { id: "1" },
  });
});

test("returns GraphQL errors as an error result", async () => {
  fetched.mockResolvedValueOnce(
    stream('event: next\ndata: {"errors":[{"message":"There is no such ticket."}]}\n\nevent: complete\ndata:\n\n'),
  );
  expect(await resultsOf()).toEqual(["There is no such ticket."]);
});

test.each([
  ["a response that is not a stream", () => Promise.resolve(new Response("{}", { status: 503 })), [/503/]],
  [
    "an interrupted stream",
    () => Promise.resolve(stream('event: next\ndata: {"data":{"ticked":1}}\n\n')),
    [{ ticked: 1 }, /closed/],
  ],
  ["no network", () => Promise.reject(new TypeError("Failed to fetch")), [/Failed to fetch/]],
])("ends the subscription with an error and does not reconnect: %s", async (_, answer, expected) => {
  fetched.mockImplementationOnce(answer);
  const results = await resultsOf();
  const failure = results.pop();
  expect(failure).toMatch(expected.at(-1) as RegExp);
  expect(results).toEqual(expected.slice(0, -1));
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("aborts the request when the subscription is cancelled", async () => {
  fetched.mockResolvedValueOnce(
    new Response(
      new ReadableStream({ start: (c) => c.enqueue(encode('event: next\ndata: {"data":{"ticked":1}}\n\n')) }),
      {
        headers: { "content-type": "text/event-stream" },
      },
    ),
  );
  await new Promise<void>((resolve) => {
    const running = subscribe().subscribe(() => {
      resolve();
      setTimeout(() => running.unsubscribe(), 0);
    });
  });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
});
