// Rules: USER-29, USER-53.

import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { MembershipRequests, type MembershipRequestsProps } from "./MembershipRequests";

const organization = (id: string, name: string, ...applications: ("TICKETING" | "LEARNING")[]) => ({
  __typename: "ManagedOrganization" as const,
  id,
  name,
  city: "",
  memberCount: 1,
  applications,
  url: `/en/mykomax/user-admin/organizations/${id}`,
});

const request = {
  __typename: "MembershipRequest" as const,
  userId: "n1",
  fullName: "Nova Newcomer",
  email: "nova@example.com",
  company: "nordkabel",
  requestedAt: "2026-11-20T10:00:00Z",
  organization: { __typename: "ManagedOrganization" as const, id: "o2" },
};

const list: MembershipRequestsProps["list"] = {
  membershipRequests: [request],
  organizations: [organization("o1", "Helia"), organization("o2", "Nordkabel AG", "TICKETING", "LEARNING")],
  denialFields: [
    {
      __typename: "FormField",
      name: "reason",
      type: "LONG_TEXT",
      required: true,
      shownWhen: null,
      group: "",
      options: [],
      maxLength: 1000,
      pattern: null,
      files: null,
      autocomplete: "off",
      messageId: "denialReason",
    },
  ],
};

let sent: SentOperation[];
const onDecided = jest.fn();

function show(change: Partial<typeof list> = {}) {
  sent = [];
  onDecided.mockClear();
  return renderWithGraph(
    <GraphProvider>
      <MembershipRequests list={{ ...list, ...change }} onDecided={onDecided} />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );
}

const dialog = () => within(screen.getByRole("dialog", { hidden: true }));
const answer = (...codes: string[]) => ({
  changeUser: {
    __typename: "UserChangePayload",
    user: null,
    undo: null,
    userErrors: codes.map((code) => ({ __typename: "UserError", field: null, code })),
  },
});

test("names the person, the mail address and the company as typed", async () => {
  const { container } = show();
  expect(screen.getByRole("heading", { name: "1 request to join" })).toBeInTheDocument();
  expect(screen.getByRole("listitem")).toHaveTextContent(
    /Nova Newcomer.*nova@example\.com.*Company: nordkabel.*Nov 20, 2026/,
  );
  expect(await axe(container)).toHaveNoViolations();
});

test("accepts into the organization with the name of the company, with the chosen applications", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Accept Nova Newcomer" }));
  expect(dialog().getByRole("combobox", { hidden: true })).toHaveValue("o2");
  await userEvent.click(dialog().getByRole("checkbox", { name: "Service tickets", hidden: true }));
  await userEvent.click(dialog().getByRole("button", { name: "Accept", hidden: true }));
  expect(sent[0]?.variables).toMatchObject({
    input: { user: "n1", action: "ACCEPT_MEMBERSHIP", organization: "o2", applications: ["TICKETING"] },
  });
  act(() => sent[0]?.next(answer()));
  await screen.findByRole("heading", { name: "1 request to join" });
  expect(onDecided).toHaveBeenCalledWith(
    expect.objectContaining({ action: "ACCEPT_MEMBERSHIP", name: "Nova Newcomer", code: undefined }),
  );
});

test("asks for the organization of a company that is none", async () => {
  show({ membershipRequests: [{ ...request, organization: null }] });
  await userEvent.click(screen.getByRole("button", { name: "Accept Nova Newcomer" }));
  expect(dialog().getByRole("combobox", { hidden: true })).toHaveValue("");
  await userEvent.click(dialog().getByRole("button", { name: "Accept", hidden: true }));
  expect(sent).toEqual([]);
  await userEvent.selectOptions(dialog().getByRole("combobox", { hidden: true }), "Helia");
  await userEvent.click(dialog().getByRole("button", { name: "Accept", hidden: true }));
  expect(sent[0]?.variables).toMatchObject({ input: { organization: "o1", applications: [] } });
});

test("denies with a reason, and reports that another administrator was faster", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Deny Nova Newcomer" }));
  await userEvent.type(dialog().getByRole("textbox", { hidden: true }), "Not one of us.");
  await userEvent.click(dialog().getByRole("button", { name: "Deny", hidden: true }));
  expect(sent[0]?.variables).toMatchObject({
    input: { user: "n1", action: "DENY_MEMBERSHIP", reason: "Not one of us." },
  });
  act(() => sent[0]?.next(answer("STATE_CHANGED")));
  await screen.findByRole("heading", { name: "1 request to join" });
  expect(onDecided).toHaveBeenCalledWith(
    expect.objectContaining({ action: "DENY_MEMBERSHIP", name: "Nova Newcomer", code: "STATE_CHANGED" }),
  );
});

test("shows nothing without a request", () => {
  const { container } = show({ membershipRequests: [] });
  expect(container).toBeEmptyDOMElement();
});
