import { gql } from "@apollo/client";
import { makeCache, makeClient } from "./client";

const query = gql`
  query Greeting {
    greeting
  }
`;
const fetched = jest.spyOn(globalThis, "fetch");

const json = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/graphql-response+json" } });

test.each([
  ["the message of the graph", json({ errors: [{ message: "Nobody is there." }], data: null }), /Nobody is there\./],
  ["the first of several", json({ errors: [{ message: "One" }, { message: "Two" }] }, 400), /^One/],
  ["the status of who answers in its place", new Response("<html>", { status: 502 }), /status 502/],
])("an error is told by %s", async (_, response, message) => {
  fetched.mockResolvedValueOnce(response);
  await expect(makeClient(makeCache()).query({ query })).rejects.toThrow(message);
});

test("an answer is one, whatever its status", async () => {
  fetched.mockResolvedValueOnce(json({ data: { greeting: "Hello" } }));
  expect((await makeClient(makeCache()).query({ query })).data).toEqual({ greeting: "Hello" });
});
