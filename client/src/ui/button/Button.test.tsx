// Rules: UI-4.

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
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
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(button).toHaveAttribute("aria-busy", "true");
  expect(screen.getByRole("status", { name: "Loading" })).toBeInTheDocument();
  // CSS hides the content, which keeps the width of the button.
  expect(screen.getByText("Send").parentElement).toHaveAttribute("data-hidden", "true");
  await userEvent.click(button);
  expect(press).not.toHaveBeenCalled();
});

test("keeps the focus while loading, and does not submit its form again", async () => {
  const submit = jest.fn();
  function Form() {
    const [isSending, setSending] = useState(false);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
          setSending(true);
        }}
      >
        <input aria-label="Name" />
        <Button type="submit" loading={isSending}>
          Send
        </Button>
      </form>
    );
  }
  renderUi(<Form />);
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  const button = screen.getByRole("button", { name: /Send/ });
  expect(button).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(button);
  await userEvent.type(screen.getByLabelText("Name"), "Ada{Enter}");
  expect(submit).toHaveBeenCalledTimes(1);
});

test("does not submit a form unless it is a submit button", () => {
  renderUi(<Button>Open</Button>);
  expect(screen.getByRole("button", { name: "Open" })).toHaveAttribute("type", "button");
});

test("renders a link target without a URL as a button", () => {
  renderUi(<ButtonLink target={{ kind: "NONE", text: "Nowhere" }} />);
  expect(screen.getByRole("button", { name: "Nowhere" })).toBeInTheDocument();
});
