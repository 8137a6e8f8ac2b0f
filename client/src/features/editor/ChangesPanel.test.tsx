import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { useState } from "react";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { ChangesPanel } from "./ChangesPanel";
import type { EditorChange } from "./useChangeList";

const change = (id: string, about: Partial<EditorChange> = {}): EditorChange => ({
  __typename: "EditorChange",
  id,
  source: "cms",
  at: "2026-11-20T10:00:00Z",
  recordCount: 1,
  records: [{ __typename: "EditorChangedRecord", type: "Page", id: `page-${id}` }],
  effects: [
    {
      __typename: "EditorChangeEffect",
      subscriber: "cache and search",
      invalidated: [`cms:page:${id}`],
      milliseconds: 12.4,
      failed: false,
    },
  ],
  ...about,
});

const part = (changes: EditorChange[], endCursor: string | null = null) => ({
  editorChanges: {
    __typename: "EditorChangeConnection",
    edges: changes.map((node) => ({ __typename: "EditorChangeEdge", node })),
    pageInfo: { __typename: "PageInfo", hasNextPage: endCursor !== null, endCursor },
  },
});

let sent: SentOperation[];
beforeEach(() => (sent = []));

/** The panel, with a button that simulates a change event. */
function Panel() {
  const [changeCount, setChangeCount] = useState(0);
  return (
    <GraphProvider>
      <button onClick={() => setChangeCount(changeCount + 1)}>Change</button>
      <ChangesPanel changeCount={changeCount} />
    </GraphProvider>
  );
}
const show = () => renderWithGraph(<Panel />, (client) => client.setLink(recordingLink(sent)));

/** Answers the latest open query. */
async function answer(data: object) {
  await waitFor(() => expect(sent.some(({ isOver }) => !isOver)).toBe(true));
  const query = sent.findLast(({ isOver }) => !isOver);
  await act(async () => {
    query?.next(data);
    query?.complete();
    await Promise.resolve();
  });
  return query?.variables;
}
/** The records of the shown changes. */
const records = () => screen.queryAllByText(/^page-/).map((code) => code.textContent);

test("shows the source, records and effects of a change", async () => {
  const { container } = show();
  await answer(
    part([
      change("2", {
        recordCount: 3,
        effects: [
          {
            __typename: "EditorChangeEffect",
            subscriber: "cache and search",
            invalidated: ["cms:page:2", "cms:navigation"],
            milliseconds: 1234.5,
            failed: true,
          },
        ],
      }),
      change("1", { source: "pim", recordCount: 0, records: [] }),
    ]),
  );
  expect(screen.getByRole("status")).toHaveTextContent("2 change events, the newest first");
  const [first, second] = screen.getAllByText(/^(cms|pim)$/).map((source) => within(source.closest("li") ?? source));
  expect(first?.getByText("page-2")).toBeInTheDocument();
  expect(first?.getByText("and 2 more records")).toBeInTheDocument();
  expect(first?.getByText("1,235 ms")).toBeInTheDocument();
  expect(first?.getByText("Failed")).toBeInTheDocument();
  expect(first?.getByText("2 cache tags invalidated")).toBeInTheDocument();
  expect(first?.getByText("cms:navigation")).toBeInTheDocument();
  expect(second?.getByText("The system did not say what changed.")).toBeInTheDocument();
  expect(second?.queryByText("Failed")).not.toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test("inserts new changes before the known ones and loads older ones on demand", async () => {
  show();
  await answer(part([change("3"), change("2")], "c2"));
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await answer(part([change("1")]))).toEqual({ after: "c2" });
  expect(records()).toEqual(["page-3", "page-2", "page-1"]);
  expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();

  await userEvent.click(screen.getByRole("button", { name: "Change" }));
  expect(await answer(part([change("4"), change("3")], "c3"))).toEqual({ after: null });
  expect(records()).toEqual(["page-4", "page-3", "page-2", "page-1"]);
});

test("shows only the newest changes when changes between them and the known ones are missing", async () => {
  show();
  await answer(part([change("1")]));
  await userEvent.click(screen.getByRole("button", { name: "Change" }));
  await answer(part([change("9"), change("8")], "c8"));
  expect(records()).toEqual(["page-9", "page-8"]);
  expect(screen.getByRole("button", { name: "Show more" })).toBeInTheDocument();
});

test("offers a retry when changes cannot be loaded, and shows an empty list", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation();
  show();
  await waitFor(() => expect(sent).toHaveLength(1));
  act(() => sent[0]?.fail(new Error("The connection was reset.")));
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await answer(part([]));
  expect(screen.getByRole("status")).toHaveTextContent("No change event since the server started.");
  warn.mockRestore();
});
