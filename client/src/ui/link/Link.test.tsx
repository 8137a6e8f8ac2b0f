import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ActionsProvider } from "./actions";
import { Link } from "./Link";
import { renderUi } from "../../../test/renderUi";

test("a target of the app is a client-side route, any other address loads a document", async () => {
  renderUi(
    <>
      <Link target={{ kind: "ROUTE", url: "/en/about", text: "About" }} />
      <Link target={{ kind: "PLAIN", url: "/en/portal", text: "Portal" }} />
    </>,
  );
  const follow = async (name: string) => {
    let isOurs: boolean | undefined;
    // The app prevents what a browser would do with a link of its own.
    window.addEventListener("click", (event) => (isOurs = event.defaultPrevented), { once: true });
    await userEvent.click(screen.getByRole("link", { name }));
    return isOurs;
  };
  jest.spyOn(console, "error").mockImplementation(() => {}); // jsdom cannot load documents
  expect(await follow("About")).toBe(true);
  expect(await follow("Portal")).toBe(false);
  jest.restoreAllMocks();
});

test("a target that leads nowhere is a button", async () => {
  const onClick = jest.fn();
  renderUi(<Link target={{ kind: "NONE", text: "Menu" }} onClick={onClick} />);
  await userEvent.click(screen.getByRole("button", { name: "Menu" }));
  expect(onClick).toHaveBeenCalledTimes(1);
});

test("a plain link may open a new tab, which cannot reach back", () => {
  renderUi(<Link target={{ kind: "PLAIN", url: "https://example.com", text: "Elsewhere", openInNewTab: true }} />);
  const link = screen.getByRole("link", { name: "Elsewhere" });
  expect(link).toHaveAttribute("target", "_blank");
  expect(link).toHaveAttribute("rel", "noopener");
});

test("an action runs in the page", async () => {
  const open = jest.fn();
  renderUi(
    <ActionsProvider value={{ openNewsFeed: open }}>
      <Link target={{ kind: "ACTION", url: "openNewsFeed", text: "News" }} />
    </ActionsProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "News" }));
  expect(open).toHaveBeenCalledTimes(1);
});

test("an unknown action is warned about", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  renderUi(<Link target={{ kind: "ACTION", url: "fly", text: "Fly" }} />);
  await userEvent.click(screen.getByRole("button", { name: "Fly" }));
  expect(warn).toHaveBeenCalledWith("No such action", "fly");
  warn.mockRestore();
});
