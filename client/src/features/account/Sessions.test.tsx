// Rules: ACC-14.

import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { GraphProvider } from "~/graph/GraphProvider";
import type { SessionViewFragment } from "~/graph/generated/graphql";
import { accountOf } from "../../../test/account";
import { recordingLink, renderWithGraph, type SentOperation, signedInState } from "../../../test/graph";
import { Sessions } from "./Sessions";

const common = {
  __typename: "Session" as const,
  signedInAt: "2026-11-28T08:00:00Z",
  lastSeenAt: "2026-11-28T09:30:00Z",
};
const current = { id: "a", browser: "Firefox", system: "Windows", isCurrent: true, ...common };
const phone = { id: "b", browser: "Safari", system: "iOS", isCurrent: false, ...common };
const unknown = { id: "c", browser: "", system: "", isCurrent: false, ...common };

function show(sessions: SessionViewFragment[]) {
  const sent: SentOperation[] = [];
  const logIn = jest.fn(() => Promise.resolve());
  renderWithGraph(
    <GraphProvider>
      <Sessions sessions={sessions} />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
    { account: accountOf(signedInState("carla"), { logIn }).account },
  );
  const answer = (field: string, remaining: SessionViewFragment[] | null) =>
    act(async () => {
      sent.at(-1)?.next({ [field]: { __typename: "EndSessionPayload", sessions: remaining } });
      await Promise.resolve();
    });
  return { sent, logIn, answer };
}

const names = () => screen.getAllByRole("listitem").map((item) => within(item).getByRole("strong").textContent);

test("names the browsers in which the user is logged in, and logs out another one", async () => {
  const { sent, answer } = show([current, phone, unknown]);
  expect(names()).toEqual(["Firefox on Windows", "Safari on iOS", "Unknown browser"]);
  const [own] = screen.getAllByRole("listitem");
  expect(own).toHaveTextContent("This browser");
  expect(own && within(own).queryByRole("button")).toBeNull();
  expect(own).toHaveTextContent(/Logged in: Nov 28, 2026.*Last activity: Nov 28, 2026/);
  await userEvent.click(screen.getByRole("button", { name: "Log out Safari on iOS" }));
  expect(sent[0]).toMatchObject({ name: "EndSession", variables: { input: { sessionId: "b" } } });
  await answer("endSession", [current, unknown]);
  expect(await screen.findByRole("status")).toHaveTextContent("Safari on iOS is logged out.");
  expect(names()).toEqual(["Firefox on Windows", "Unknown browser"]);
  // The pressed button no longer exists.
  expect(document.activeElement).toContainElement(screen.getByRole("status"));
});

test("logs out everywhere else", async () => {
  const { sent, answer, logIn } = show([current, phone]);
  await userEvent.click(screen.getByRole("button", { name: "Log out everywhere else" }));
  expect(sent[0]).toMatchObject({ name: "EndSessions", variables: { input: { exceptCurrent: true } } });
  await answer("endSessions", [current]);
  expect(await screen.findByRole("status")).toHaveTextContent("You are logged out everywhere else.");
  expect(names()).toEqual(["Firefox on Windows"]);
  expect(screen.queryByRole("button", { name: "Log out everywhere else" })).not.toBeInTheDocument();
  expect(logIn).not.toHaveBeenCalled();
});

test("logs out everywhere, which needs a new login", async () => {
  const { sent, answer, logIn } = show([current]);
  await userEvent.click(screen.getByRole("button", { name: "Log out everywhere" }));
  expect(sent[0]).toMatchObject({ variables: { input: { exceptCurrent: false } } });
  await answer("endSessions", []);
  expect(logIn).toHaveBeenCalledWith("/");
});

test("apologizes and keeps the list when a session could not be ended", async () => {
  const { sent } = show([current, phone]);
  await userEvent.click(screen.getByRole("button", { name: "Log out Safari on iOS" }));
  await act(async () => {
    sent[0]?.fail(new Error("Received status code 503"));
    await Promise.resolve();
  });
  expect(await screen.findByRole("alert")).toHaveTextContent("An error has occurred");
  expect(names()).toEqual(["Firefox on Windows", "Safari on iOS"]);
});
