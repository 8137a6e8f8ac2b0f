import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import type { ReactElement } from "react";
import { renderUi } from "../../../test/renderUi";
import { AlertIcon, CheckIcon } from "~/ui/icon/iconSet";
import { FileInput, type FileInputProps } from "./FileInput";

const csv = (content = "email\n", name = "people.csv") => new File([content], name, { type: "text/csv" });

function show(props: Partial<FileInputProps> = {}) {
  const shown = renderUi(
    <form>
      <FileInput label="CSV file" name="file" maxBytes={100} required {...props} />
      <button type="submit">Send</button>
    </form>,
  );
  return { ...shown, input: screen.getByLabelText<HTMLInputElement>("CSV file") };
}

/** The SVG path of a file's icon. */
const iconOf = (name: string) => screen.getByText(name).closest("[aria-hidden]")?.querySelector("svg")?.innerHTML;
const drawingOf = (icon: ReactElement) => renderUi(icon).container.querySelector("svg")?.innerHTML;

test("shows the name and size of a chosen file", async () => {
  const { container, input } = show();
  expect(screen.getByText("Choose a file")).toBeInTheDocument();
  await userEvent.upload(input, csv());
  expect(screen.getByText("people.csv")).toBeInTheDocument();
  expect(screen.getByText("6 bytes", { exact: false })).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test("reports a missing required file on submission until one is chosen", async () => {
  const { input } = show();
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(input).toHaveFocus();
  expect(input).toHaveAccessibleDescription("Please choose a file.");
});

test.each([
  ["too large", csv("x".repeat(101)), "people.csv is larger than 100\u00a0bytes."],
  ["empty", csv(""), "people.csv is empty."],
])("reports a file that is %s until another one is chosen", async (_, file, message) => {
  const { input } = show();
  await userEvent.upload(input, file);
  expect(input).toHaveAccessibleDescription(message);
  expect(input.validity.customError).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(input).toHaveFocus();
  expect(input).toHaveAccessibleDescription(message);
  expect(iconOf(file.name)).toBe(drawingOf(<AlertIcon />));
  await userEvent.upload(input, csv("email\n", "other.csv"));
  expect(input.validity.customError).toBe(false);
  expect(screen.getByText("other.csv")).toBeInTheDocument();
  expect(iconOf("other.csv")).toBe(drawingOf(<CheckIcon />));
});

test("removes a file with its button and focuses the control", async () => {
  const chosen = jest.fn();
  const { input } = show({ onChosen: chosen });
  await userEvent.upload(input, csv());
  await userEvent.click(screen.getByRole("button", { name: "Remove people.csv" }));
  expect(screen.queryByText("people.csv")).not.toBeInTheDocument();
  expect(input).toHaveFocus();
  expect(input.files).toHaveLength(0);
  expect(chosen).toHaveBeenCalledTimes(2);
});

test("uses the form's message about the file as its description", async () => {
  const { input } = show({ error: "The file has no lines.", hint: "At most 500 lines" });
  expect(input).toHaveAccessibleDescription("The file has no lines. At most 500 lines");
  await userEvent.upload(input, csv());
  expect(iconOf("people.csv")).toBe(drawingOf(<AlertIcon />));
});
