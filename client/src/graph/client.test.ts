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

describe("a token that the graph refuses", () => {
  const context = { signedIn: true };
  const refused = () => json({ errors: [{ message: "The token is refused." }] }, 401);
  const idToken = jest.fn();
  const shown = () => fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get("authorization"));

  beforeEach(() => {
    fetched.mockReset();
    idToken.mockReset().mockResolvedValueOnce("old");
  });

  test("is renewed, and what was asked is asked again", async () => {
    fetched.mockResolvedValueOnce(refused()).mockResolvedValueOnce(json({ data: { greeting: "Hello" } }));
    idToken.mockResolvedValueOnce("new");
    const { data } = await makeClient(makeCache(), idToken).query({ query, context });
    expect(data).toEqual({ greeting: "Hello" });
    expect(idToken.mock.calls).toEqual([[], ["old"]]);
    expect(shown()).toEqual(["Bearer old", "Bearer new"]);
  });

  test("is not renewed twice", async () => {
    fetched.mockResolvedValueOnce(refused()).mockResolvedValueOnce(refused());
    idToken.mockResolvedValueOnce("new");
    await expect(makeClient(makeCache(), idToken).query({ query, context })).rejects.toThrow("The token is refused.");
    expect(shown()).toEqual(["Bearer old", "Bearer new"]);
  });

  test("is refused for good where nobody is signed in any more", async () => {
    fetched.mockResolvedValueOnce(refused());
    idToken.mockResolvedValueOnce(undefined);
    await expect(makeClient(makeCache(), idToken).query({ query, context })).rejects.toThrow("The token is refused.");
    expect(shown()).toEqual(["Bearer old"]);
  });
});
