// Rules: USER-32.

import { screen } from "@testing-library/react";
import { axe } from "jest-axe";
import type { UserActivityFragment } from "~/graph/generated/graphql";
import { renderUi } from "../../../test/renderUi";
import { UserActivity } from "./UserActivity";

const log: UserActivityFragment = {
  __typename: "AuditLogList",
  entries: [
    {
      __typename: "AuditLogEntry",
      id: "e1",
      at: "2026-11-20T10:00:00Z",
      actor: { __typename: "TicketPerson", id: "a1", fullName: "Adele Sample" },
      actorEmail: "adele@example.com",
      action: "INVITE",
      isUndo: false,
      userId: "u1",
      userName: "Lena Vzorek",
      userEmail: "lena@example.net",
      organization: "Nordkabel",
      application: null,
      role: "EXTERNAL",
      applications: ["ARTEMIS", "TICKETING"],
      before: null,
      after: "INVITED",
      reason: null,
    },
  ],
  text: "lena",
  from: "2026-11-01",
  until: null,
  userId: null,
  organizations: [
    { __typename: "ListingOption", value: "o1", label: "Nordkabel", selected: true },
    { __typename: "ListingOption", value: "o2", label: "Helia", selected: false },
  ],
  isFiltered: true,
  resetUrl: "/en/mykomax/user-admin/activity",
  newestUrl: null,
  nextUrl: "/en/mykomax/user-admin/activity?after=e1",
  exportUrl: "/api/user-admin/audit.csv?format=csv&q=lena&pass=p",
  exportXlsxUrl: "/api/user-admin/audit.csv?format=xlsx&q=lena&pass=p",
};

test("names both people, role and applications, and exports what is shown", async () => {
  const { container } = renderUi(<UserActivity title="Activity" log={log} />);
  expect(screen.getByText(/Lena Vzorek \(lena@example\.net\)/)).toBeInTheDocument();
  expect(screen.getByText(/Adele Sample \(adele@example\.com\)/)).toBeInTheDocument();
  expect(screen.getByText("Nordkabel · Administrator · Wire-flow, Service tickets")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Export as CSV" })).toHaveAttribute("href", log.exportUrl);
  expect(screen.getByLabelText(/Person/)).toHaveValue("lena");
  expect(screen.getByLabelText(/From/)).toHaveValue("2026-11-01");
  expect(screen.getByRole("checkbox", { name: /Nordkabel/ })).toBeChecked();
  expect(await axe(container)).toHaveNoViolations();
});

test("says of an empty log that nothing was changed, and of a filtered one that nothing matches", () => {
  const { unmount } = renderUi(<UserActivity title="Activity" log={{ ...log, entries: [], isFiltered: false }} />);
  expect(screen.getByText("Nothing was changed yet.")).toBeInTheDocument();
  unmount();
  renderUi(<UserActivity title="Activity" log={{ ...log, entries: [] }} />);
  expect(screen.getByText("Nothing matches these filters.")).toBeInTheDocument();
});

test("names an undone action without stating that it is in effect", () => {
  const entries = log.entries.map((entry) => ({ ...entry, action: "ASSIGN_ROLE" as const, isUndo: true }));
  renderUi(<UserActivity title="Activity" log={{ ...log, entries }} />);
  const entry = screen.getByText(/^Undone: /);
  expect(entry).toHaveTextContent("Lena Vzorek (lena@example.net)");
  expect(entry).not.toHaveTextContent("is an administrator");
});
