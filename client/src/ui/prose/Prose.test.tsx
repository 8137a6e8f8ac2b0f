// Rules: NAV-22.

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router";
import { ActionsProvider } from "~/ui/link/actions";
import { renderUi } from "../../../test/renderUi";
import { Prose } from "./Prose";

const html = `<p><a href="/en/about" data-kind="ROUTE">About</a>
<button type="button" data-action="openNewsFeed">the <em>news</em></button></p>`;

const Path = () => <output>{useLocation().pathname}</output>;

function show() {
  const openNewsFeed = jest.fn();
  renderUi(
    <ActionsProvider value={{ openNewsFeed }}>
      <Prose html={html} />
      <Path />
    </ActionsProvider>,
  );
  return openNewsFeed;
}

test("runs an action by keyboard and by mouse", async () => {
  const openNewsFeed = show();
  await userEvent.tab();
  await userEvent.tab();
  expect(screen.getByRole("button", { name: "the news" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(openNewsFeed).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByText("news"));
  expect(openNewsFeed).toHaveBeenCalledTimes(2);
});

test("follows a link of the site without loading a document", async () => {
  const openNewsFeed = show();
  await userEvent.click(screen.getByRole("link", { name: "About" }));
  expect(screen.getByRole("status")).toHaveTextContent("/en/about");
  expect(openNewsFeed).not.toHaveBeenCalled();
});
