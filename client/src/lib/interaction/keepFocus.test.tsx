import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { isFocusLost, keepFocus } from "./keepFocus";

let end: () => void;
beforeEach(() => (end = keepFocus()));
afterEach(() => end());

/** A section whose only button is replaced when it is pressed. */
function Section({ isHidden = false }: { isHidden?: boolean }) {
  const [isOn, setOn] = useState(false);
  const button = <button onClick={() => setOn(true)}>Enable</button>;
  return (
    <main>
      <section aria-label="Login">
        {isHidden ? <div hidden={isOn}>{button}</div> : !isOn && <div>{button}</div>}
        {isOn && <p>It is on.</p>}
      </section>
      <button>Other</button>
    </main>
  );
}

test.each([false, true])("moves the focus of a removed or hidden button to the section around it (%p)", async (is) => {
  render(<Section isHidden={is} />);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("It is on.")).toBeInTheDocument();
  expect(screen.getByRole("region", { name: "Login" })).toHaveFocus();
  expect(isFocusLost()).toBe(true);

  await userEvent.tab();
  expect(screen.getByRole("button", { name: "Other" })).toHaveFocus();
  expect(screen.getByRole("region", { name: "Login" })).not.toHaveAttribute("tabindex");
  expect(isFocusLost()).toBe(false);
});

test("leaves the focus where the change puts it", async () => {
  function Replaced() {
    const [isOn, setOn] = useState(false);
    return isOn ? <input aria-label="Code" ref={(input) => input?.focus()} /> : <Enable onClick={() => setOn(true)} />;
  }
  const Enable = ({ onClick }: { onClick: () => void }) => <button onClick={onClick}>Enable</button>;
  render(<Replaced />);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByLabelText("Code")).toHaveFocus();
  expect(isFocusLost()).toBe(false);
});

test("does not return a focus that was given up by a click", async () => {
  render(<Section />);
  await userEvent.tab();
  const button = screen.getByRole("button", { name: "Enable" });
  await userEvent.click(screen.getByRole("region", { name: "Login" }));
  expect(document.body).toHaveFocus();
  button.remove();
  await Promise.resolve();
  expect(document.body).toHaveFocus();
});
