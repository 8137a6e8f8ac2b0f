// Rules: PORT-22.

import { CombinedGraphQLErrors } from "@apollo/client";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { useState } from "react";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { noRequest } from "../../../test/membership";
import { MembershipCard } from "./MembershipCard";

const open = {
  ...noRequest,
  company: "Nordkabel",
  status: "PENDING",
  requestedAt: "2026-11-20T08:00:00Z",
  remindableAt: "2026-11-21T08:00:00Z",
  canRemind: true,
} as const;

let sent: SentOperation[];

/** Shows the states of a membership one after the other: a reload shows the next one. */
function show(...states: (typeof noRequest)[]) {
  sent = [];
  function Card() {
    const [at, setAt] = useState(0);
    const reload = () => {
      setAt((now) => Math.min(now + 1, states.length - 1));
      return Promise.resolve();
    };
    return <MembershipCard membership={states[at] ?? noRequest} onChanged={reload} />;
  }
  return renderWithGraph(
    <GraphProvider>
      <Card />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );
}

const answer = (...userErrors: object[]) => ({
  answer: {
    __typename: "MembershipPayload",
    userErrors: userErrors.map((error) => ({ __typename: "UserError", field: null, ...error })),
  },
});

test("requests the membership in the company of the registration, which can be changed", async () => {
  const { container } = show({ ...noRequest, company: "Nordkabl" }, open);
  const company = screen.getByRole("textbox", { name: /Company/ });
  expect(company).toHaveValue("Nordkabl");
  await userEvent.clear(company);
  await userEvent.type(company, "Nordkabel");
  expect(await axe(container)).toHaveNoViolations();
  await userEvent.click(screen.getByRole("button", { name: "Ask for access" }));
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ name: "RequestMembership", variables: { company: "Nordkabel" } });
  act(() => sent[0]?.next(answer()));
  expect(await screen.findByText("Your request was sent.")).toHaveFocus();
  expect(screen.getByText("Nordkabel")).toBeInTheDocument();
  expect(screen.getByText(/Asked on/)).toHaveTextContent("Nov 20, 2026");
  expect(await axe(container)).toHaveNoViolations();
});

test("sends nothing without a company", async () => {
  show(noRequest);
  await userEvent.click(screen.getByRole("button", { name: "Ask for access" }));
  expect(sent).toEqual([]);
});

test("shows a problem of the company at its field", async () => {
  show({ ...noRequest, company: "x" }, { ...noRequest, company: "x" });
  await userEvent.click(screen.getByRole("button", { name: "Ask for access" }));
  act(() => sent[0]?.next(answer({ field: "company", code: "INVALID" })));
  expect(await screen.findByText("Please enter your company")).toBeInTheDocument();
  expect(screen.getByRole("textbox", { name: /Company/ })).toHaveFocus();
});

test("reminds when a day has passed, not before", async () => {
  show(open, { ...open, canRemind: false });
  await userEvent.click(screen.getByRole("button", { name: "Send a reminder" }));
  expect(sent[0]).toMatchObject({ name: "RequestMembership", variables: { company: "Nordkabel" } });
  act(() => sent[0]?.next(answer()));
  expect(await screen.findByText("Your reminder was sent.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Send a reminder" })).not.toBeInTheDocument();
  expect(screen.getByText(/You can send a reminder from/)).toHaveTextContent("Nov 21, 2026");
});

test("withdraws the request", async () => {
  show(open, noRequest);
  await userEvent.click(screen.getByRole("button", { name: "Withdraw the request" }));
  expect(sent[0]).toMatchObject({ name: "CancelMembershipRequest" });
  act(() => sent[0]?.next(answer()));
  expect(await screen.findByText("Your request was withdrawn.")).toHaveFocus();
  expect(screen.getByRole("button", { name: "Ask for access" })).toBeInTheDocument();
});

test("shows why the request was denied, and sends another one", async () => {
  show({ ...noRequest, company: "Nordkabel", status: "DECLINED", declineReason: "Ask Pavel." }, open);
  expect(screen.getByText("Your last request was denied: Ask Pavel.")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Ask for access" }));
  expect(sent[0]).toMatchObject({ variables: { company: "Nordkabel" } });
});

test.each([
  ["another request is open", answer({ code: "STATE_CHANGED" }), "The status has changed meanwhile"],
  ["the limit is reached", "RATE_LIMITED", "Please try again tomorrow"],
  ["nothing answers", "", "your request could not be sent"],
])("says that %s", async (_, result, text) => {
  show({ ...noRequest, company: "Nordkabel" }, { ...noRequest, company: "Nordkabel" });
  await userEvent.click(screen.getByRole("button", { name: "Ask for access" }));
  act(() => {
    if (typeof result === "object") return sent[0]?.next(result);
    const errors = [{ message: "too many", extensions: { code: result } }];
    sent[0]?.fail(result ? new CombinedGraphQLErrors({ data: null, errors }) : new Error("Failed to fetch"));
  });
  expect(await screen.findByText(text, { exact: false })).toBeInTheDocument();
  expect(screen.getByRole("textbox", { name: /Company/ })).toHaveValue("Nordkabel");
});
