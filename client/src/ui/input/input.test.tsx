// Rules: ACC-5, FORM-9, FORM-16.

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { useState } from "react";
import { Checkbox, RadioGroup } from "./Choice";
import { Select } from "./Select";
import { TextField } from "./TextField";
import { renderUi } from "../../../test/renderUi";

test("reports an invalid value on blur and removes the message once it is valid", async () => {
  renderUi(<TextField label="Email" type="email" required />);
  const email = screen.getByLabelText("Email");
  await userEvent.type(email, "someone");
  await userEvent.tab();
  expect(email).toBeInvalid();
  expect(email).toHaveAccessibleDescription("Please enter a valid value.");
  await userEvent.type(email, "@example.com");
  expect(email).not.toHaveAccessibleDescription();
});

test("shows the field's own message if its form defines one", async () => {
  renderUi(<TextField label="Email" type="email" invalidMessage="Please provide a valid email address" />);
  await userEvent.type(screen.getByLabelText(/Email/), "x");
  await userEvent.tab();
  expect(screen.getByText("Please provide a valid email address")).toBeInTheDocument();
});

test("marks an optional value, unless it cannot be changed", () => {
  const options = [{ value: "CH", label: "Switzerland" }];
  renderUi(
    <>
      <TextField label="Company" />
      <TextField label="City" readOnly />
      <Select label="Country" options={options} disabled />
    </>,
  );
  expect(screen.getByText("Company")).toHaveTextContent("optional");
  expect(screen.getByText("City")).not.toHaveTextContent("optional");
  expect(screen.getByText("Country")).not.toHaveTextContent("optional");
});

test("reports missing values on submission and keeps the input", async () => {
  renderUi(
    <form>
      <TextField label="Name" required />
      <TextField label="Company" required defaultValue="Example" />
      <Checkbox label="I agree" required />
      <button type="submit">Send</button>
    </form>,
  );
  await userEvent.click(screen.getByRole("button"));
  expect(screen.getByLabelText("Name")).toHaveAccessibleDescription("Please enter a valid value.");
  expect(screen.getByLabelText("I agree")).toHaveAccessibleDescription("Please select the checkbox to continue.");
  expect(screen.getByLabelText("Company")).toHaveValue("Example");
});

test("calls a field's own handlers besides those of the validation", async () => {
  const calls: string[] = [];
  renderUi(
    <form>
      <TextField
        label="Email"
        type="email"
        required
        onBlur={({ target }) => calls.push(`left with ${target.value}`)}
        onInput={({ currentTarget }) => calls.push(`entered ${currentTarget.value}`)}
        onInvalid={() => calls.push("invalid")}
      />
      <button type="submit">Send</button>
    </form>,
  );
  const email = screen.getByLabelText("Email");
  await userEvent.type(email, "x");
  await userEvent.tab();
  expect(email).toHaveAccessibleDescription("Please enter a valid value.");
  await userEvent.click(screen.getByRole("button"));
  expect(calls).toEqual(["entered x", "left with x", "invalid"]);
  await userEvent.type(email, "@example.com");
  expect(email).not.toHaveAccessibleDescription();
});

test("has no axe violations", async () => {
  const { container } = renderUi(
    <>
      <TextField label="Name" required hint="As in your passport" error="Please enter your name" />
      <Select label="Country" options={[{ value: "ch", label: "Switzerland" }]} placeholder="Please select" />
      <Checkbox label="I agree" />
    </>,
  );
  expect(await axe(container)).toHaveNoViolations();
});

function Units() {
  const [unit, setUnit] = useState("mm");
  return (
    <>
      <RadioGroup
        legend="Unit"
        value={unit}
        onChange={(event) => setUnit(event.target.value)}
        options={[
          { value: "mm", label: "Millimetres" },
          { value: "in", label: "Inches" },
        ]}
      />
      <button onClick={() => setUnit("mm")}>Reset</button>
    </>
  );
}

test("a controlled choice shows its value, and keeps the focus when it is changed", async () => {
  renderUi(<Units />);
  const inches = screen.getByRole("radio", { name: "Inches" });
  await userEvent.click(inches);
  expect(inches).toBeChecked();
  expect(inches).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Reset" }));
  expect(screen.getByRole("radio", { name: "Millimetres" })).toBeChecked();
});
