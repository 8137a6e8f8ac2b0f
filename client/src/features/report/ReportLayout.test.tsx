// Rules: INV-7.

import { screen, within } from "@testing-library/react";
import { axe } from "jest-axe";
import type { ReportPositionFragment } from "~/graph/generated/graphql";
import { renderUi } from "../../../test/renderUi";
import { ReportChapter, ReportContents } from "./ReportLayout";

const root = { title: "Annual report", url: "/en/report", isCurrent: false };
const chapters = ["Letter", "Strategy", "Figures"].map((title, i) => ({
  ...root,
  title,
  url: `/en/report/${title.toLowerCase()}`,
  isCurrent: i === 1,
}));
const second: ReportPositionFragment = {
  root,
  chapters,
  number: 2,
  previous: chapters[0] ?? null,
  next: chapters[2] ?? null,
};
const anchors = [
  { id: "a", title: "Directions" },
  { id: "b", title: "Goals" },
];

function chapter() {
  return renderUi(
    <ReportChapter report={second} anchors={anchors}>
      <h1>Strategy</h1>
    </ReportChapter>,
  );
}

test("shows a chapter's position, the other chapters, and links to the previous and next one", () => {
  chapter();
  expect(screen.getAllByText("Chapter 2 of 3")).not.toHaveLength(0);
  const [list] = within(screen.getByRole("navigation", { name: "Chapters: Annual report" })).getAllByRole("list");
  expect(within(list as HTMLElement).getByRole("link", { name: "Strategy" })).toHaveAttribute("aria-current", "page");
  expect(within(list as HTMLElement).getByRole("link", { name: "Goals" })).toHaveAttribute("href", "#b");
  const turn = within(screen.getByRole("navigation", { name: "Previous and next chapter" }));
  expect(turn.getByRole("link", { name: "Previous Letter" })).toHaveAttribute("href", "/en/report/letter");
  expect(turn.getByRole("link", { name: "Next Figures" })).toHaveAttribute("href", "/en/report/figures");
});

test("has no next link in the last chapter", () => {
  renderUi(
    <ReportChapter report={{ ...second, number: 3, next: null }} anchors={[]}>
      <h1>Figures</h1>
    </ReportChapter>,
  );
  expect(
    within(screen.getByRole("navigation", { name: "Previous and next chapter" })).getAllByRole("link"),
  ).toHaveLength(1);
});

test("lists the chapters on the first page, and nothing for a report without chapters", () => {
  const cover = { ...second, root: { ...root, isCurrent: true }, number: null, previous: null };
  const { container, unmount } = renderUi(<ReportContents report={cover} />);
  expect(within(container).getAllByRole("link")).toHaveLength(3);
  unmount();
  expect(renderUi(<ReportContents report={{ ...cover, chapters: [] }} />).container).toBeEmptyDOMElement();
});

test("has no axe violations", async () => {
  const { container } = chapter();
  expect(await axe(container)).toHaveNoViolations();
});
