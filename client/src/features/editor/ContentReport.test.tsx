import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { useState } from "react";
import { useLocation } from "react-router";
import type {
  ContentFindingViewFragment,
  ContentReportViewFragment,
  EditorAreaViewFragment,
} from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { ContentReport } from "./ContentReport";
import { useAreaUrl } from "./useAreaUrl";

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
  severity: "ERROR",
  place: ["Hero", "Link 2"],
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
  comparedWith: null,
  fixed: [],
  ...change,
});

const onMarkChange = jest.fn();
const onSiteEnd = jest.fn();
beforeEach(() => jest.clearAllMocks());

/** The report, with a button that simulates a change event. */
function Report() {
  const [changeCount, setChangeCount] = useState(0);
  const { change } = useAreaUrl();
  const { search } = useLocation();
  return (
    <GraphProvider>
      <button onClick={() => setChangeCount(changeCount + 1)}>Change</button>
      <output aria-label="URL">{search}</output>
      <ContentReport
        area={area}
        changeCount={changeCount}
        onChange={change}
        onMarkChange={onMarkChange}
        onSiteEnd={onSiteEnd}
      />
    </GraphProvider>
  );
}

function show(url = "/") {
  const sent: SentOperation[] = [];
  const rendered = renderWithGraph(<Report />, (client) => client.setLink(recordingLink(sent)), { url });
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

test("lists the findings of the page with severity and place", async () => {
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
  expect(screen.queryByRole("heading", { name: "Error Empty link 1" })).not.toBeInTheDocument();
  await userEvent.click(toggle);
  expect(screen.getByRole("status", { name: "URL" })).toHaveTextContent("?report=open");
  expect(screen.getByRole("heading", { name: "Error Empty link 1" })).toBeVisible();
  expect(screen.getByText("Hero › Link 2")).toBeVisible();
  expect(screen.getByRole("link", { name: "Company" })).toHaveAttribute(
    "href",
    "/?report=open&page=%2Fcompany&module=hero-1",
  );
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

const counts: ContentReportViewFragment["counts"] = [
  { __typename: "ContentFindingCount", kind: "ORPHAN_PAGE", severity: "NOTE", count: 3 },
  { __typename: "ContentFindingCount", kind: "EMPTY_LINK", severity: "ERROR", count: 1 },
];
const done = (change: Partial<ContentReportViewFragment> = {}) =>
  report({ state: "DONE", finishedAt: "2026-11-20T08:01:00Z", counts, ...change });

const findings = (nodes: ContentFindingViewFragment[], next: string | null = null) => ({
  contentReport: {
    __typename: "ContentReport",
    exportUrl: "/api/content-report?format=csv",
    exportXlsxUrl: "/api/content-report?format=xlsx",
    findings: {
      __typename: "ContentFindingConnection",
      totalCount: nodes.length,
      edges: nodes.map((node) => ({ __typename: "ContentFindingEdge", node })),
      pageInfo: { __typename: "PageInfo", hasNextPage: next !== null, endCursor: next },
    },
  },
});
const orphan = (title: string) =>
  finding({ kind: "ORPHAN_PAGE", severity: "NOTE", path: "/lonely", title, record: null, field: null, place: [] });

test("opens by a link with a filter, changes the filter in the URL, and links to the file", async () => {
  const { answer, container } = show("/?report=open&reportSeverity=NOTE&reportText=lonely");
  await answer("ContentFindings", { contentFindings: [] });
  await answer("ContentReport", { contentReport: done() });
  const asked = { site: "main", locale: "en", reader: "en" };
  expect(await answer("ContentReportFindings", findings([orphan("Lonely")]))).toEqual({
    ...asked,
    severity: "NOTE",
    search: "lonely",
  });
  expect(await screen.findByRole("link", { name: "Lonely" })).toBeVisible();
  expect(screen.getByText("1 finding shown")).toBeVisible();
  expect(screen.getByRole("link", { name: "CSV file" })).toHaveAttribute("href", "/api/content-report?format=csv");
  expect(screen.getByRole("combobox", { name: "Severity" })).toHaveValue("NOTE");
  expect(await axe(container)).toHaveNoViolations();

  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Severity" }), "Error (1)");
  expect(screen.getByRole("status", { name: "URL" })).toHaveTextContent("reportSeverity=ERROR");
  await answer("ContentReportFindings", findings([finding()]));
  expect(await screen.findByRole("heading", { name: "Error Empty link 1" })).toBeVisible();
  await userEvent.clear(screen.getByRole("searchbox", { name: "Page, place or value" }));
  expect(await answer("ContentReportFindings", findings([finding()]))).toEqual({ ...asked, severity: "ERROR" });
});

test("shows further findings on request", async () => {
  const { answer } = show("/?report=open");
  await answer("ContentFindings", { contentFindings: [] });
  await answer("ContentReport", { contentReport: done() });
  await answer("ContentReportFindings", findings([orphan("First")], "c1"));
  await userEvent.click(await screen.findByRole("button", { name: "Show more" }));
  expect(await answer("ContentReportFindings", findings([orphan("Second")]))).toHaveProperty("after", "c1");
  expect(await screen.findByRole("link", { name: "Second" })).toBeVisible();
  expect(screen.getByRole("link", { name: "First" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();
});

test("lists what was fixed since the earlier report, with the time", async () => {
  const { answer } = show("/?report=open");
  await answer("ContentFindings", { contentFindings: [] });
  await answer("ContentReport", {
    contentReport: done({
      comparedWith: "2026-11-19T08:01:00Z",
      fixed: [{ __typename: "ContentFixedFinding", finding: finding(), fixedAt: "2026-11-20T08:01:00Z" }],
    }),
  });
  await answer("ContentReportFindings", findings([]));
  await userEvent.click(await screen.findByRole("button", { name: "Fixed since the last check 1" }));
  expect(screen.getByText("Empty link")).toBeVisible();
  expect(screen.getByText(/^fixed by Nov 20, 2026, .*\(.+\)$/)).toBeVisible();
});
