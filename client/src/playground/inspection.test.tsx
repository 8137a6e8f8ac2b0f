import { act, render, screen, within } from "@testing-library/react";
import { inspection, separate } from "./inspection";
import { InspectionPanel } from "./InspectionPanel";

const trace = {
  durationMs: 12.34,
  upstreamCalls: [
    { system: "sis-portal", operation: "GetTickets", cache: "NONE", result: "ok", startMs: 0.2, durationMs: 7.9 },
  ],
  cacheReads: [{ entry: "page", state: "STALE", count: 3 }],
};
const provenance = {
  "tickets.0.subject": { system: "sis", type: "Ticket", record: "T-1", field: "subject" },
  "page.title": { system: "cms", type: "Page", record: "home", field: "title", editUrl: "https://cms.example/home" },
  "page.text": { system: "cms", field: "text", editUrl: "javascript:alert(1)" },
};

afterEach(() => act(() => inspection.set(undefined)));

test("the answer is shown without what the panel shows", () => {
  const cost = { estimated: 3, limit: 10 };
  expect(separate({ extensions: { cost, trace, provenance } })).toEqual({
    shown: { extensions: { cost } },
    cost,
    trace,
    provenance,
  });
  expect(separate({ extensions: { trace } }).shown).toEqual({});
});

test("the panel shows cost, time, calls with their cache state, and where values come from", () => {
  render(<InspectionPanel />);
  expect(screen.getByText(/Run an operation/)).toBeInTheDocument();
  const cost = { estimated: 1234, actual: 56, limit: 40000 };
  act(() => inspection.set({ operation: "Tickets", status: 200, milliseconds: 20, cost, trace, provenance }));
  expect(screen.getByRole("status")).toHaveTextContent("Cost1,234 estimated, 56 actual, limit 40,000");
  expect(screen.getByRole("status")).toHaveTextContent("Time20 ms, 12.3 ms in the server");
  expect(screen.getByRole("row", { name: /sis-portal GetTickets not cached ok/ })).toBeInTheDocument();
  expect(screen.getByRole("row", { name: "page stale, being reloaded 3" })).toBeInTheDocument();
  const row = screen.getByRole("row", { name: /^tickets\.0\.subject/ });
  expect(within(row).getByText("Ticket · T-1")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "title" })).toHaveAttribute("href", "https://cms.example/home");
  expect(screen.getAllByRole("link")).toHaveLength(1);
});

test("an answer without a trace has its time and status", () => {
  render(<InspectionPanel />);
  act(() => inspection.set({ operation: "", status: 502, milliseconds: 5 }));
  expect(screen.getByRole("status")).toHaveTextContent("Cost–Time5 msCalls–Status502");
});
