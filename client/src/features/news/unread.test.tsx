import { act, screen } from "@testing-library/react";
import { NewestNewsDocument } from "~/graph/generated/graphql";
import { renderWithGraph } from "../../../test/graph";
import { latestRead, markRead, useUnreadNews } from "./unread";

function Mark() {
  return <p>{useUnreadNews() ? "unread" : "read"}</p>;
}

/** Shows the mark of a feed whose newest entry is known. */
async function show(newest: string) {
  const node = { __typename: "NewsFeedItem" as const, id: newest, site: "main", locale: "en" };
  renderWithGraph(<Mark />, ({ cache }) =>
    cache.writeQuery({
      query: NewestNewsDocument,
      variables: { locale: document.documentElement.lang },
      data: {
        newsFeed: { __typename: "NewsFeedConnection", edges: [{ __typename: "NewsFeedEdge", node }] },
      },
    }),
  );
  await act(() => jest.advanceTimersByTimeAsync(5000));
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

test("the news are unread while the newest is another than the one that was read last", async () => {
  window.localStorage.setItem("strand-news-latest-read", "older");
  await show("newer");
  expect(screen.getByText("unread")).toBeInTheDocument();
  act(() => markRead("newer"));
  expect(screen.getByText("read")).toBeInTheDocument();
  expect(window.localStorage.getItem("strand-news-latest-read")).toBe("newer");
});

test("the mark is there with data saver on, too", async () => {
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
  window.localStorage.setItem("strand-news-latest-read", "older");
  await show("newer");
  expect(screen.getByText("unread")).toBeInTheDocument();
});

test("the news are read once the newest is, also in another tab", async () => {
  window.localStorage.setItem("strand-news-latest-read", "newest");
  await show("newest");
  expect(screen.getByText("read")).toBeInTheDocument();
  window.localStorage.setItem("strand-news-latest-read", "older");
  act(() => void window.dispatchEvent(new StorageEvent("storage")));
  expect(screen.getByText("unread")).toBeInTheDocument();
});

test("a storage that cannot be used is logged and ignored", () => {
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
