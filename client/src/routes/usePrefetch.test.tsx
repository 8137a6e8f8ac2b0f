// Rules: CLI-7.

import { fireEvent, screen } from "@testing-library/react";
import { Link } from "react-router";
import { OriginProvider } from "~/lib/url/origin";
import { renderUi } from "../../test/renderUi";
import { usePrefetch } from "./usePrefetch";

const prefetchedUrls: string[] = [];
const prefetch = (url: string) => {
  prefetchedUrls.push(url);
  return Promise.resolve();
};

function Page() {
  usePrefetch(prefetch);
  return (
    <>
      <Link to="/en/about?a=b&variant=2#history">About us</Link>
      <a href="https://example.com/">Elsewhere</a>
    </>
  );
}

function show(connection: object | undefined) {
  prefetchedUrls.length = 0;
  Object.defineProperty(navigator, "connection", { value: connection, configurable: true });
  renderUi(
    <OriginProvider value={window.location.origin}>
      <Page />
    </OriginProvider>,
  );
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each([
  ["without connection information", undefined, true],
  ["with a fast connection", { effectiveType: "4g", saveData: false }, true],
  ["with a slow connection", { effectiveType: "2g" }, false],
  ["with a very slow connection", { effectiveType: "slow-2g" }, false],
  ["with data saver", { effectiveType: "4g", saveData: true }, false],
])("decides whether to prefetch %s", (_, connection, isLoaded) => {
  show(connection);
  fireEvent.pointerOver(screen.getByRole("link", { name: "About us" }));
  jest.runAllTimers();
  expect(prefetchedUrls).toEqual(isLoaded ? [`${window.location.origin}/en/about?a=b`] : []);
});

test("prefetches a link after it was pointed at for a moment or focused by keyboard", () => {
  show(undefined);
  const link = screen.getByRole("link", { name: "About us" });
  fireEvent.pointerOver(link);
  fireEvent.pointerOver(document.body);
  jest.runAllTimers();
  expect(prefetchedUrls).toEqual([]);
  fireEvent.focusIn(link);
  jest.runAllTimers();
  expect(prefetchedUrls).toHaveLength(1);
});

test("does not prefetch what the app does not show itself", () => {
  show(undefined);
  fireEvent.pointerOver(screen.getByRole("link", { name: "Elsewhere" }));
  jest.runAllTimers();
  expect(prefetchedUrls).toEqual([]);
});
