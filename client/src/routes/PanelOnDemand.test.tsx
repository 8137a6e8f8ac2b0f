import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Dialog } from "~/ui/dialog/Dialog";
import { renderUi } from "../../test/renderUi";
import { PanelOnDemand, type PanelProps } from "./PanelOnDemand";

function Weather({ open, onClose }: PanelProps) {
  return (
    <Dialog open={open} title="Weather" onClose={onClose}>
      Sunny
    </Dialog>
  );
}

const rejected = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
const nothing = () => Promise.resolve(undefined);

/** A page with a panel whose code loads after the given failures. */
function show(failures: (typeof rejected | typeof nothing)[]) {
  const left = [...failures];
  const load = jest.fn(() => left.shift()?.() ?? Promise.resolve(Weather));
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Open the weather</button>
        <PanelOnDemand title="Weather" load={load} panel={{ open, onClose: () => setOpen(false) }} />
      </>
    );
  }
  renderUi(<Page />);
  return load;
}

const click = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const dialog = () => screen.findByRole("dialog", { name: "Weather" });

beforeEach(() => {
  jest.spyOn(console, "warn").mockImplementation(() => undefined);
  // The server cannot be reached either.
  jest.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
});
afterEach(() => jest.restoreAllMocks());

test("loads the code of a panel when it is opened", async () => {
  const load = show([]);
  expect(load).not.toHaveBeenCalled();
  await click("Open the weather");
  expect(await dialog()).toHaveTextContent("Sunny");
});

test("shows a dialog when the code cannot be loaded, until a retry succeeds", async () => {
  show([rejected, nothing]);
  await click("Open the weather");
  await dialog();
  const text = "This cannot be opened at the moment. Please check your connection and try again.";
  expect(screen.getByRole("alert")).toHaveTextContent(text);
  await click("Try again");
  expect(await screen.findByText(text)).toBeInTheDocument();
  await click("Try again");
  expect(await screen.findByText("Sunny")).toBeInTheDocument();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("loads a failed panel again when it is opened again", async () => {
  const load = show([rejected]);
  await click("Open the weather");
  await dialog();
  await click("Close");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await click("Open the weather");
  expect(await screen.findByText("Sunny")).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});
