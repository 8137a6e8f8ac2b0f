// Rules: JOB-2, JOB-3.

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { FormFieldViewFragment, PositionFragment } from "~/graph/generated/graphql";
import type { SubmitResult } from "~/graph/formSubmission";
import { renderUi } from "../../../../test/renderUi";
import { Application } from "./Application";
import { PositionSummary } from "./PositionSummary";

let result: SubmitResult;
const submitForm = jest.fn<Promise<SubmitResult>, [object]>(() => Promise.resolve(result));
jest.mock("~/graph/useSubmitForm", () => ({ useSubmitForm: () => submitForm }));

const field = (name: string, type: FormFieldViewFragment["type"]): FormFieldViewFragment => ({
  name,
  type,
  required: true,
  shownWhen: null,
  group: "",
  options: [],
  maxLength: 200,
  pattern: null,
  files: null,
  autocomplete: "",
  messageId: name,
});

const position: PositionFragment & { form: NonNullable<PositionFragment["form"]> } = {
  department: "SOFTWARE",
  workloadMin: 60,
  workloadMax: 100,
  location: { slug: "rotkreuz", town: "Rotkreuz", country: { countryCode: "CH" } },
  salary: { min: 104000, max: 128000, currency: "CHF" },
  validThrough: "2027-12-31",
  isClosed: false,
  listUrl: "/en/careers",
  site: "main",
  form: { kind: "APPLICATION", fields: [field("name", "TEXT")] },
};

beforeEach(() => {
  window.localStorage.clear();
  submitForm.mockClear();
});

async function apply() {
  renderUi(<Application about="page-1" position={position} />);
  await userEvent.type(screen.getByLabelText("Name"), "Ada");
  await userEvent.click(screen.getByRole("button", { name: "Send application" }));
}

test("confirms an application with its reference", async () => {
  result = { submission: { __typename: "FormSubmission", reference: "AP-ABCD-EFGH", file: null, office: null } };
  await apply();
  expect(await screen.findByText("AP-ABCD-EFGH")).toBeInTheDocument();
  expect(submitForm.mock.calls[0]?.[0]).toMatchObject({
    kind: "APPLICATION",
    about: "page-1",
    values: { name: "Ada" },
  });
  expect(screen.getByRole("link", { name: "All open positions" })).toHaveAttribute("href", "/en/careers");
});

test("keeps what was typed when the position was closed meanwhile", async () => {
  result = { failure: "closed" };
  await apply();
  expect(await screen.findByText(/was closed while you were typing/)).toBeInTheDocument();
  expect(screen.getByLabelText("Name")).toHaveValue("Ada");
  expect(screen.getByRole("link", { name: "All open positions" })).toHaveAttribute("href", "/en/careers");
});

test("a closed position has no form", () => {
  const closed = { ...position, isClosed: true };
  renderUi(
    <>
      <PositionSummary position={closed} />
      <Application about="page-1" position={closed} />
    </>,
  );
  expect(screen.getByText("This position accepts no applications any more.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Send application" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Apply" })).toBeNull();
});

test("shows the facts of a position", () => {
  renderUi(<PositionSummary position={position} />);
  for (const text of ["Rotkreuz, Switzerland", "60–100%", "Software", "CHF 104,000 to 128,000", "December 31, 2027"])
    expect(screen.getByText(text)).toBeInTheDocument();
});
