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

test.each([
  ["the first field", "<p>Text</p><a href='/en'>More</a><input type='hidden'><input id='wanted'>"],
  ["the chosen option", "<input type='radio' name='a'><input id='wanted' type='radio' name='a' checked>"],
  ["a button that changes nothing", "<button>Delete</button><button id='wanted' data-focus-safe=''>Cancel</button>"],
  ["the first link or button", "<p>Text</p><a id='wanted' href='/en'>News</a>"],
])("focuses %s instead of the close button", (_, content) => {
  render(
    <IntlProvider locale="en" messages={texts}>
      <Dialog open title="Question" onClose={() => undefined}>
        <div dangerouslySetInnerHTML={{ __html: content }} />
      </Dialog>
    </IntlProvider>,
  );
  expect(document.getElementById("wanted")).toHaveFocus();
});
