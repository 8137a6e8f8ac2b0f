import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ActionsProvider } from "./actions";
import { Link } from "./Link";
import { renderUi } from "../../../test/renderUi";

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
