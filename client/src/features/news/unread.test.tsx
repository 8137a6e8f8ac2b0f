// Rules: ERR-28, FEED-13.

import type { ApolloClient } from "@apollo/client";
import { act, screen } from "@testing-library/react";
import { NewsFeedDocument } from "~/graph/generated/graphql";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { latestRead, markRead, useUnreadNews } from "./unread";

function Mark() {
  return <p>{useUnreadNews() ? "unread" : "read"}</p>;
}

/** The response of the query for the newest entry. */
const pageOf = (id: string) => ({
  newsFeed: {
    __typename: "NewsFeedConnection",
    edges: [{ __typename: "NewsFeedEdge", node: { __typename: "NewsFeedItem", id, site: "main", locale: "en" } }],
  },
});

/** Renders the unread mark of a feed with a known newest entry. */
async function show(newest: string, beforeAnswer?: (client: ApolloClient) => void) {
  const sent: SentOperation[] = [];
  const { client } = renderWithGraph(<Mark />, (made) => made.setLink(recordingLink(sent)));
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(sent).toHaveLength(1);
  beforeAnswer?.(client);
  await act(async () => {
    sent[0]?.next(pageOf(newest));
    sent[0]?.complete();
    await jest.advanceTimersByTimeAsync(0);
  });
  return client;
}

beforeEach(() => {
  jest.useFakeTimers();
  window.localStorage.clear();
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "connection");
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test("is unread while the newest entry differs from the last read one", async () => {
  window.localStorage.setItem("strand-news-latest-read", "older");
  await show("newer");
  expect(screen.getByText("unread")).toBeInTheDocument();
  act(() => markRead("newer"));
  expect(screen.getByText("read")).toBeInTheDocument();
  expect(window.localStorage.getItem("strand-news-latest-read")).toBe("newer");
});

test("shows the unread mark with data saver on as well", async () => {
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
  window.localStorage.setItem("strand-news-latest-read", "older");
  await show("newer");
  expect(screen.getByText("unread")).toBeInTheDocument();
});

test("is read once the newest entry is read, also in another tab", async () => {
  window.localStorage.setItem("strand-news-latest-read", "newest");
  await show("newest");
  expect(screen.getByText("read")).toBeInTheDocument();
  window.localStorage.setItem("strand-news-latest-read", "older");
  act(() => void window.dispatchEvent(new StorageEvent("storage")));
  expect(screen.getByText("unread")).toBeInTheDocument();
});

test("logs and ignores a storage that is not available", () => {
  const warned = jest.spyOn(console, "warn").mockImplementation(() => {});
  const broken = () => {
    throw new DOMException("denied", "SecurityError");
  };
  jest.spyOn(Storage.prototype, "getItem").mockImplementation(broken);
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(broken);
  expect(latestRead()).toBeNull();
  expect(latestRead()).toBeNull();
  expect(warned).toHaveBeenCalledTimes(1);
  markRead("newest");
  expect(warned).toHaveBeenCalledTimes(2);
});

test("does not replace the entries of an open news panel", async () => {
  const query = { query: NewsFeedDocument, variables: { locale: document.documentElement.lang } };
  const entries = ["newest", "older"].map((id) => ({
    __typename: "NewsFeedEdge" as const,
    node: {
      __typename: "NewsFeedItem" as const,
      id,
      site: "main",
      locale: "en",
      title: `Entry ${id}`,
      text: null,
      publicationDate: "2026-05-01T00:00:00Z",
      link: null,
      image: null,
    },
  }));
  const pageInfo = { __typename: "PageInfo" as const, hasNextPage: false, endCursor: null };
  const { cache } = await show("newest", (client) =>
    client.writeQuery({
      ...query,
      data: { newsFeed: { __typename: "NewsFeedConnection", edges: entries, pageInfo } },
    }),
  );
  expect(cache.readQuery(query)?.newsFeed.edges).toEqual(entries);
});
