// Rules: UI-4.

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Button, ButtonLink } from "./Button";
import { renderUi } from "../../../test/renderUi";

test("shows a spinner and cannot be clicked again while loading", async () => {
  const press = jest.fn();
  renderUi(
    <Button loading onClick={press}>
      Send
    </Button>,
  );
  const button = screen.getByRole("button", { name: /Send/ });
  expect(button).toBeDisabled();
  expect(button).toHaveAttribute("aria-busy", "true");
  expect(screen.getByRole("status", { name: "Loading" })).toBeInTheDocument();
  // CSS hides the content, which keeps the width of the button.
  expect(screen.getByText("Send").parentElement).toHaveAttribute("data-hidden", "true");
  await userEvent.click(button);
  expect(press).not.toHaveBeenCalled();
});

test("does not submit a form unless it is a submit button", () => {
  renderUi(<Button>Open</Button>);
  expect(screen.getByRole("button", { name: "Open" })).toHaveAttribute("type", "button");
});

test("renders a link target without a URL as a button", () => {
  renderUi(<ButtonLink target={{ kind: "NONE", text: "Nowhere" }} />);
  expect(screen.getByRole("button", { name: "Nowhere" })).toBeInTheDocument();
});
