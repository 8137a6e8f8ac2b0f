// Rules: ACC-5, ACC-12, ACC-14, ACC-15, MSG-6, TICK-36.

import { CombinedGraphQLErrors } from "@apollo/client";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { AccountPageFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { formField } from "../../../test/formFields";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { AccountPage } from "./AccountPage";

const account = {
  __typename: "AccountEntry",
  profile: {
    __typename: "Profile",
    firstName: "Carla",
    lastName: "Muster",
    company: "",
    email: "carla@example.com",
    telephone: "",
    address: "",
    postalCode: "",
    city: "",
    country: "",
    language: "en",
    ticketMails: true,
    isManagedInternally: false,
    hasSecondFactor: false,
    recoveryCodesLeft: null,
  },
  fields: [formField("firstName", "TEXT"), formField("ticketMails", "CHECKBOX", { required: false })],
  passwordFields: ["presentPassword", "nextPassword"].map((name) =>
    formField(name, "PASSWORD", { messageId: "password" }),
  ),
  passwordRules: null,
  sessions: null,
  oneTimeCodeFields: [],
  countries: [],
  languages: [],
} as unknown as AccountPageFragment;

let sent: SentOperation[];

beforeEach(() => {
  sent = [];
  window.localStorage.clear();
  window.HTMLElement.prototype.scrollIntoView = () => undefined;
});

const show = (isManagedInternally = false, more: Partial<AccountPageFragment> = {}) =>
  renderWithGraph(
    <GraphProvider>
      <AccountPage
        title="Account settings"
        account={{ ...account, ...more, profile: { ...account.profile, isManagedInternally } }}
      />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );

const firstName = () => screen.getByLabelText("First name");

test("keeps what was typed when the page is left before it was saved, for example for a new login", async () => {
  const { unmount } = show();
  await userEvent.clear(firstName());
  await userEvent.type(firstName(), "Carlotta");
  expect(screen.queryByText(/not saved yet/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  unmount();

  show();
  expect(firstName()).toHaveValue("Carlotta");
  expect(screen.getByText("These changes are not saved yet.")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(sent.at(-1)?.variables).toMatchObject({ input: { firstName: "Carlotta", lastName: "Muster" } });
  act(() =>
    sent.at(-1)?.next({
      updateProfile: {
        __typename: "UpdateProfilePayload",
        profile: { ...account.profile, firstName: "Carlotta" },
        userErrors: [],
      },
    }),
  );
  expect(await screen.findByText("Saved.")).toBeInTheDocument();
  expect(screen.queryByText(/not saved yet/)).not.toBeInTheDocument();
});

test("discards changes that were not saved", async () => {
  const { unmount } = show();
  await userEvent.type(firstName(), "tta");
  unmount();
  show();
  await userEvent.click(screen.getByRole("button", { name: "Discard the changes" }));
  expect(firstName()).toHaveValue("Carla");
  expect(firstName()).toHaveFocus();
  expect(screen.queryByText(/not saved yet/)).not.toBeInTheDocument();
});

test.each([
  ["a customer", false],
  ["an employee, whose profile is managed internally,", true],
])("%s switches the mails about tickets off", async (_, isManagedInternally) => {
  show(isManagedInternally);
  expect(firstName().hasAttribute("readonly")).toBe(isManagedInternally);
  const mails = screen.getByRole("checkbox", { name: /^Mails when other people/ });
  expect(mails).toBeChecked();
  await userEvent.click(mails);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(sent.at(-1)?.variables).toMatchObject({ input: { firstName: "Carla", ticketMails: false } });
});

test("says that it is not known whether the password was changed, and stores no password", async () => {
  const { unmount } = show();
  await userEvent.type(screen.getByLabelText("Current password"), "Old-secret-1");
  await userEvent.type(screen.getByLabelText("New password"), "New-secret-2");
  await userEvent.click(screen.getByRole("button", { name: "Change the password" }));
  expect(JSON.stringify(window.localStorage)).not.toContain("secret");
  unmount();
  show();
  expect(screen.getByText(/not known whether the password was changed/)).toBeInTheDocument();
  expect(screen.getByLabelText("New password")).toHaveValue("");
});

test("knows that a refused change of the password was not made", async () => {
  const { unmount } = show();
  await userEvent.type(screen.getByLabelText("Current password"), "Old-secret-1");
  await userEvent.type(screen.getByLabelText("New password"), "New-secret-2");
  await userEvent.click(screen.getByRole("button", { name: "Change the password" }));
  const errors = [{ message: "too many", extensions: { code: "RATE_LIMITED" } }];
  act(() => sent[0]?.fail(new CombinedGraphQLErrors({ errors })));
  expect(await screen.findByRole("alert")).toBeInTheDocument();
  unmount();
  show();
  expect(screen.queryByText(/not known whether the password was changed/)).not.toBeInTheDocument();
});

test.each([
  ["First name", "Save"],
  ["New password", "Change the password"],
])("apologizes with technical details and keeps the typed %s when its change fails", async (label, button) => {
  show();
  await userEvent.type(screen.getByLabelText("Current password"), "old");
  await userEvent.type(screen.getByLabelText(label), "Ada");
  const typed = screen.getByLabelText<HTMLInputElement>(label).value;
  await userEvent.click(screen.getByRole("button", { name: button }));
  act(() => sent[0]?.fail(new Error("Received status code 503")));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "An error has occurred, we apologize for the inconvenience",
  );
  expect(screen.getByText("Technical details: Received status code 503")).toBeInTheDocument();
  expect(screen.queryByText(/verify your input/)).not.toBeInTheDocument();
  expect(screen.getByLabelText(label)).toHaveValue(typed);
});

test("ticks the rules that the typed password meets, and announces how many when the field is left", async () => {
  const passwordRules = [
    { __typename: "PolicyFailure" as const, code: "MIN_LENGTH" as const, count: 12, text: "" },
    { __typename: "PolicyFailure" as const, code: "AT_LEAST_X_NUMBERS" as const, count: 1, text: "" },
  ];
  show(false, { passwordRules });
  const met = () => screen.getAllByRole("listitem").filter((item) => item.textContent.startsWith("Met:")).length;
  await userEvent.type(screen.getByLabelText("Current password"), "Old-secret-1");
  expect(met()).toBe(0);
  await userEvent.type(screen.getByLabelText("New password"), "horse 1");
  expect(met()).toBe(1);
  expect(screen.queryByText(/^The password meets/)).not.toBeInTheDocument();
  await userEvent.tab();
  expect(screen.getByText("The password meets 1 of 2 rules.")).toHaveAttribute("role", "status");
  await userEvent.type(screen.getByLabelText("New password"), " and more");
  expect(met()).toBe(2);
});

test("shows neither rules nor sessions that the identity server does not report", () => {
  show();
  expect(screen.queryByText("Rules for the new password:")).not.toBeInTheDocument();
  expect(screen.queryByRole("heading", { name: "Where you are logged in" })).not.toBeInTheDocument();
});
