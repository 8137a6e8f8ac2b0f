import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Button, ButtonLink } from "./Button";
import { renderUi } from "../../../test/renderUi";

test("a button that loads shows a spinner and cannot be pressed again", async () => {
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
  // Styles hide the content, which keeps the button as wide as it is.
  expect(screen.getByText("Send").parentElement).toHaveAttribute("data-hidden", "true");
  await userEvent.click(button);
  expect(press).not.toHaveBeenCalled();
});

test("a button does not send a form unless it says so", () => {
  renderUi(<Button>Open</Button>);
  expect(screen.getByRole("button", { name: "Open" })).toHaveAttribute("type", "button");
});

test("a link target without an address is a button", () => {
  renderUi(<ButtonLink target={{ kind: "NONE", text: "Nowhere" }} />);
  expect(screen.getByRole("button", { name: "Nowhere" })).toBeInTheDocument();
});
