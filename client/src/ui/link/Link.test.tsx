// Rules: NAV-22, NAV-23, NAV-24, NAV-30.

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ActionsProvider } from "./actions";
import { Link } from "./Link";
import { renderUi } from "../../../test/renderUi";

test("renders a ROUTE target as a client-side route and any other URL as a document link", async () => {
  renderUi(
    <>
      <Link target={{ kind: "ROUTE", url: "/en/about", text: "About" }} />
      <Link target={{ kind: "PLAIN", url: "/en/portal", text: "Portal" }} />
    </>,
  );
  const follow = async (name: string) => {
    let isOurs: boolean | undefined;
    // The app prevents the browser's default for its own links.
    window.addEventListener("click", (event) => (isOurs = event.defaultPrevented), { once: true });
    await userEvent.click(screen.getByRole("link", { name }));
    return isOurs;
  };
  jest.spyOn(console, "error").mockImplementation(() => {}); // jsdom cannot load documents
  expect(await follow("About")).toBe(true);
  expect(await follow("Portal")).toBe(false);
  jest.restoreAllMocks();
});

test("renders a target without a URL as a button", async () => {
  const onClick = jest.fn();
  renderUi(<Link target={{ kind: "NONE", text: "Menu" }} onClick={onClick} />);
  await userEvent.click(screen.getByRole("button", { name: "Menu" }));
  expect(onClick).toHaveBeenCalledTimes(1);
});

test.each([
  ["a route", "ROUTE", "/en/about"],
  ["a plain link", "PLAIN", "https://example.com"],
] as const)("opens %s in a new tab without opener, with a hint", (_, kind, url) => {
  renderUi(
    <>
      <Link target={{ kind, url, text: "There", openInNewTab: true }} />
      <Link target={{ kind, url, text: "More", openInNewTab: true }} aria-label="More about us" />
      <Link target={{ kind, url, text: "Here", openInNewTab: false }} />
    </>,
  );
  const link = screen.getByRole("link", { name: "There (opens in a new tab)" });
  expect(link).toHaveAttribute("href", url);
  expect(link).toHaveAttribute("target", "_blank");
  expect(link).toHaveAttribute("rel", "noopener");
  expect(screen.getByRole("link", { name: "More about us (opens in a new tab)" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Here" })).not.toHaveAttribute("target");
});

test("leaves a route that opens a new tab to the browser", async () => {
  renderUi(<Link target={{ kind: "ROUTE", url: "/en/about", text: "About", openInNewTab: true }} />);
  let isOurs: boolean | undefined;
  window.addEventListener("click", (event) => (isOurs = event.defaultPrevented), { once: true });
  jest.spyOn(console, "error").mockImplementation(() => {}); // jsdom cannot open windows
  await userEvent.click(screen.getByRole("link"));
  expect(isOurs).toBe(false);
  jest.restoreAllMocks();
});

test("runs an action in the page", async () => {
  const open = jest.fn();
  renderUi(
    <ActionsProvider value={{ openNewsFeed: open }}>
      <Link target={{ kind: "ACTION", url: "openNewsFeed", text: "News" }} />
    </ActionsProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "News" }));
  expect(open).toHaveBeenCalledTimes(1);
});

test("warns about an unknown action", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  renderUi(<Link target={{ kind: "ACTION", url: "fly", text: "Fly" }} />);
  await userEvent.click(screen.getByRole("button", { name: "Fly" }));
  expect(warn).toHaveBeenCalledWith("No such action", "fly");
  warn.mockRestore();
});
