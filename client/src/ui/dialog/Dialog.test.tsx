import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { IntlProvider } from "react-intl";
import { texts } from "../../../test/texts";
import { Dialog } from "./Dialog";

/** A dialog that is taken out of the page when it is done, as by a button of its own. */
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

test("the focus is in the dialog, and back where it was when the dialog is gone", async () => {
  render(<Asking />);
  const ask = screen.getByRole("button", { name: "Ask" });
  await userEvent.click(ask);
  expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(ask).toHaveFocus();
});
