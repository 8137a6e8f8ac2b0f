import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { IntlProvider } from "react-intl";
import { texts } from "../../../test/texts";
import { Dialog } from "./Dialog";

/** A dialog that is unmounted when it is done, for example by its own button. */
function Asking() {
  const [isOpen, setOpen] = useState(false);
  return (
    <IntlProvider locale="en" messages={texts}>
      <button onClick={() => setOpen(true)}>Ask</button>
      {isOpen && (
        <Dialog open title="Question" onClose={() => setOpen(false)}>
          <button data-focus-first="" onClick={() => setOpen(false)}>
            Cancel
          </button>
        </Dialog>
      )}
    </IntlProvider>
  );
}

test("moves the focus into the dialog, and back when the dialog is unmounted", async () => {
  render(<Asking />);
  const ask = screen.getByRole("button", { name: "Ask" });
  await userEvent.click(ask);
  expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(ask).toHaveFocus();
});
