// Rules: FORM-8.

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import type { SubmitResult } from "~/graph/formSubmission";
import { PrivacyUrlProvider } from "~/lib/url/privacyUrl";
import { renderUi } from "../../../test/renderUi";
import { PageFeedback } from "./PageFeedback";

let result: SubmitResult;
const submitForm = jest.fn<Promise<SubmitResult>, [object]>(() => Promise.resolve(result));
jest.mock("~/graph/useSubmitForm", () => ({ useSubmitForm: () => submitForm }));

const accepted: SubmitResult = {
  submission: { __typename: "FormSubmission", reference: "FB-ABCD-EFGH", file: null, office: null },
};

const show = (about = "alpha-530") =>
  renderUi(
    <PrivacyUrlProvider value="/en/privacy">
      <PageFeedback
        form={{ kind: "PRODUCT_FEEDBACK", fields: [{ name: "comment", maxLength: 5000 }] }}
        about={about}
        site="main"
      />
    </PrivacyUrlProvider>,
  );

beforeEach(() => {
  window.localStorage.clear();
  submitForm.mockClear();
  result = accepted;
});

test("sends the answer yes at once, and asks no second time", async () => {
  const { container, unmount } = show();
  expect(screen.getByRole("link", { name: "Privacy" })).toHaveAttribute("href", "/en/privacy");
  expect(await axe(container)).toHaveNoViolations();
  await userEvent.click(screen.getByRole("button", { name: "Yes" }));
  expect(await screen.findByText("Thank you for telling us.")).toHaveFocus();
  expect(submitForm.mock.calls[0]?.[0]).toMatchObject({
    kind: "PRODUCT_FEEDBACK",
    about: "alpha-530",
    values: { helpful: "yes" },
  });
  unmount();
  show();
  expect(screen.getByText("Thank you for telling us.")).toBeInTheDocument();
});

test("asks for a comment after the answer no", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "No" }));
  expect(submitForm).not.toHaveBeenCalled();
  const comment = screen.getByRole("textbox", { name: /What could be better/ });
  expect(comment).toHaveFocus();
  await userEvent.type(comment, "The weight.");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Thank you for telling us.")).toBeInTheDocument();
  expect(submitForm.mock.calls[0]?.[0]).toMatchObject({ values: { helpful: "no", comment: "The weight." } });
});

test("keeps the form when it cannot be sent, with the same key", async () => {
  result = { failure: "limited" };
  show();
  await userEvent.click(screen.getByRole("button", { name: "Yes" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Too many requests");
  result = accepted;
  await userEvent.click(screen.getByRole("button", { name: "Yes" }));
  expect(await screen.findByText("Thank you for telling us.")).toBeInTheDocument();
  const keys = submitForm.mock.calls.map(([form]) => (form as { key: string }).key);
  expect(keys[1]).toBe(keys[0]);
});
