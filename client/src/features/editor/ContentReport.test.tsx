import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { useState } from "react";
import type {
  ContentFindingViewFragment,
  ContentReportViewFragment,
  EditorAreaViewFragment,
} from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { ContentReport } from "./ContentReport";

const area = {
  site: { id: "main", name: "Strand" },
  locale: { code: "en" },
  page: "/company",
  node: { marks: [] },
  stage: "DRAFT",
  audience: "ANONYMOUS",
  moment: null,
} as unknown as EditorAreaViewFragment;

const finding = (change: Partial<ContentFindingViewFragment> = {}): ContentFindingViewFragment => ({
  __typename: "ContentFinding",
  kind: "EMPTY_LINK",
  document: "main-company",
  record: "hero-1",
  field: "links[1]",
  message: "Read on",
  url: null,
  path: "/company",
  title: "Company",
  ...change,
});

const report = (change: Partial<ContentReportViewFragment> = {}): ContentReportViewFragment => ({
  __typename: "ContentReport",
  site: "main",
  locale: "en",
  stage: "DRAFT",
  state: "RUNNING",
  checkedCount: 3,
  totalCount: 12,
  startedAt: "2026-11-20T08:00:00Z",
  finishedAt: null,
  counts: [],
  ...change,
});

const onMarkChange = jest.fn();
const onSiteEnd = jest.fn();
beforeEach(() => jest.clearAllMocks());

/** The report, with a button that simulates a change event. */
function Report() {
  const [changeCount, setChangeCount] = useState(0);
  return (
    <GraphProvider>
      <button onClick={() => setChangeCount(changeCount + 1)}>Change</button>
      <ContentReport area={area} changeCount={changeCount} onMarkChange={onMarkChange} onSiteEnd={onSiteEnd} />
    </GraphProvider>
  );
}

function show() {
  const sent: SentOperation[] = [];
  const rendered = renderWithGraph(<Report />, (client) => client.setLink(recordingLink(sent)));
  /** Waits for the last operation with a name and answers it. */
  const answer = async (name: string, data: object) => {
    const operation = await waitFor(() => {
      const found = sent.findLast((one) => one.name === name && !one.isOver);
      if (!found) throw new Error(`${name} was not sent.`);
      return found;
    });
    await act(async () => {
      operation.next(data);
      operation.complete();
      // Apollo delivers the result in a separate task.
      await new Promise((resolve) => setTimeout(resolve));
    });
    return operation.variables;
  };
  return { ...rendered, answer };
}

test("lists the findings of the page with record and field", async () => {
  const { answer, container } = show();
  const variables = await answer("ContentFindings", { contentFindings: [finding()] });
  expect(variables).toEqual({
    site: "main",
    locale: "en",
    page: "/company",
    stage: "DRAFT",
    preview: { audience: "ANONYMOUS" },
  });
  const toggle = await screen.findByRole("button", { name: "Content report 1 finding" });
  expect(screen.queryByText("Empty link")).not.toBeVisible();
  await userEvent.click(toggle);
  expect(screen.getByText("Empty link")).toBeVisible();
  expect(screen.getByText("main-company › hero-1 › links[1]")).toBeVisible();
  await answer("ContentReport", { contentReport: null });
  await screen.findByRole("button", { name: "Check the site" });
  expect(await axe(container)).toHaveNoViolations();
});

test("starts, polls and cancels the report of the site", async () => {
  const { answer } = show();
  await answer("ContentFindings", { contentFindings: [] });
  await userEvent.click(await screen.findByRole("button", { name: "Content report nothing found" }));
  await answer("ContentReport", { contentReport: null });
  await userEvent.click(await screen.findByRole("button", { name: "Check the site" }));
  const started = await answer("StartContentReport", {
    startContentReport: { __typename: "ContentReportPayload", report: report(), userErrors: [] },
  });
  expect(started).toEqual({ input: { site: "main", locale: "en", stage: "DRAFT" } });
  expect(await screen.findByText("3 of 12 checked")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Progress" })).toHaveAttribute("value", "3");

  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await answer("CancelContentReport", {
    cancelContentReport: {
      __typename: "ContentReportPayload",
      report: report({ state: "CANCELLED", finishedAt: "2026-11-20T08:00:05Z" }),
      userErrors: [],
    },
  });
  expect(await screen.findByRole("button", { name: "Check again" })).toBeVisible();
  expect(onSiteEnd).toHaveBeenCalledTimes(1);
});

test("checks the page again after each change event and reports a changed mark in the tree", async () => {
  const { answer } = show();
  await answer("ContentFindings", { contentFindings: [finding({ path: null, document: "main-header" })] });
  expect(await screen.findByText("1 finding")).toBeVisible();
  // Findings of the header do not count for the mark of the page.
  expect(onMarkChange).not.toHaveBeenCalled();

  await userEvent.click(screen.getByRole("button", { name: "Change" }));
  expect(screen.getByText("1 finding")).toBeVisible();
  await answer("ContentFindings", { contentFindings: [finding(), finding({ field: "links[2]" })] });
  expect(await screen.findByText("2 findings")).toBeVisible();
  expect(onMarkChange).toHaveBeenCalledTimes(1);
});

test("links a finding of the site to its page", async () => {
  const { answer } = show();
  await answer("ContentFindings", { contentFindings: [] });
  await userEvent.click(await screen.findByRole("button", { name: /^Content report/ }));
  await answer("ContentReport", {
    contentReport: report({
      state: "DONE",
      finishedAt: "2026-11-20T08:01:00Z",
      counts: [{ __typename: "ContentFindingCount", kind: "ORPHAN_PAGE", count: 1 }],
    }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Orphan page 1" }));
  const variables = await answer("ContentReportFindings", {
    contentReport: {
      __typename: "ContentReport",
      findings: {
        __typename: "ContentFindingConnection",
        totalCount: 1,
        edges: [
          {
            __typename: "ContentFindingEdge",
            node: finding({ kind: "ORPHAN_PAGE", path: "/lonely", title: "Lonely", record: null, field: null }),
          },
        ],
        pageInfo: { __typename: "PageInfo", hasNextPage: false, endCursor: null },
      },
    },
  });
  expect(variables).toEqual({ site: "main", locale: "en", kind: "ORPHAN_PAGE" });
  expect(await screen.findByRole("link", { name: "Lonely" })).toHaveAttribute("href", "/?page=%2Flonely");
});
