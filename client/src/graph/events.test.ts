import { gql } from "@apollo/client";
import { makeCache, makeClient } from "./client";

const subscription = gql`
  subscription Ticked($id: ID!) {
    ticked(id: $id)
  }
`;
const fetched = jest.spyOn(globalThis, "fetch");

/** An answer that comes in the pieces that are given. */
function stream(...pieces: string[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** Everything that is heard, until it ends. */
function hear(): Promise<unknown[]> {
  const heard: unknown[] = [];
  return new Promise((resolve) => {
    makeClient(makeCache(), () => Promise.resolve("a-token"))
      .subscribe({ query: subscription, variables: { id: "1" }, fetchPolicy: "no-cache", context: { signedIn: true } })
      .subscribe({
        next: ({ data, error }) => heard.push(data ?? error?.message),
        complete: () => resolve(heard),
      });
  });
}

test("events are heard as they come, however they are cut, in the name of whoever is signed in", async () => {
  fetched.mockResolvedValueOnce(
    stream(
      ": hello\n\nevent: next\nda",
      'ta: {"data":{"ticked":1}}\n\nevent: next\ndata: {"data":{"ticked":2}}\n',
      "\n:\n\nevent: complete\ndata:\n\n",
    ),
  );
  expect(await hear()).toEqual([{ ticked: 1 }, { ticked: 2 }]);
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe("/graphql");
  expect(init).toMatchObject({
    method: "POST",
    headers: { accept: "text/event-stream", authorization: "Bearer a-token" },
  });
  expect(JSON.parse(init?.body as string)).toMatchObject({ operationName: "Ticked", variables: { id: "1" } });
});

test("what the graph refuses is an error", async () => {
  fetched.mockResolvedValueOnce(
    stream('event: next\ndata: {"errors":[{"message":"There is no such ticket."}]}\n\nevent: complete\ndata:\n\n'),
  );
  expect(await hear()).toEqual(["There is no such ticket."]);
});

test.each([
  ["that is no stream", () => Promise.resolve(new Response("{}", { status: 401 })), [/401/]],
  ["that is cut off", () => Promise.resolve(stream('event: next\ndata: {"data":{"ticked":1}}\n\n')), [{}, /closed/]],
  ["of nobody", () => Promise.reject(new TypeError("Failed to fetch")), [/Failed to fetch/]],
])("an answer %s ends in an error", async (_, answer, expected) => {
  fetched.mockImplementationOnce(answer);
  const heard = await hear();
  expect(heard).toHaveLength(expected.length);
  expect(heard.at(-1)).toMatch(expected.at(-1) as RegExp);
});
