import type { ReportPositionFragment } from "~/graph/generated/graphql";

const entry = (title: string, isCurrent = false) => ({
  title,
  url: `/style-guide/modules?chapter=${encodeURIComponent(title)}`,
  isCurrent,
});

/** The first page of a report. */
export const reportCover: ReportPositionFragment = {
  root: entry("Sample report", true),
  chapters: [entry("Letter"), entry("Strategy"), entry("Figures")],
  number: null,
  previous: null,
  next: entry("Letter"),
};

/** The second chapter of another report. */
export const reportChapter: ReportPositionFragment = {
  root: entry("Sample report of last year"),
  chapters: [entry("Letter"), entry("Strategy", true), entry("Figures")],
  number: 2,
  previous: entry("Letter"),
  next: entry("Figures"),
};
