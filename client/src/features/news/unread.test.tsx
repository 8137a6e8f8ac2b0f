// Rules: ERR-28, FEED-13.

import { act, render, screen } from "@testing-library/react";
import { latestRead, markRead, useUnreadNews } from "./unread";

function Mark() {
  return <p>{useUnreadNews() ? "unread" : "read"}</p>;
}

/** Renders the unread mark of a feed with a known newest entry. */
async function show(newest: string) {
  const body = { data: { newsFeed: { edges: [{ node: { id: newest, site: "main", locale: "en" } }] } } };
  const fetch = jest.spyOn(globalThis, "fetch").mockResolvedValue(Response.json(body));
  render(<Mark />);
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(fetch).toHaveBeenCalledTimes(1);
  const url = new URL(fetch.mock.calls[0]?.[0] as string, window.location.origin);
  expect(url.searchParams.get("operationName")).toBe("NewestNews");
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

test("shows no mark if the newest entry cannot be read", async () => {
  jest.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("offline"));
  render(<Mark />);
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(screen.getByText("read")).toBeInTheDocument();
});
