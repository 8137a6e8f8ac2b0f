// Rules: INV-2, INV-6.

import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { InvestorTableModuleFragment } from "~/graph/generated/graphql";
import { renderUi } from "../../../../../test/renderUi";
import { InvestorView } from "./InvestorView";

const days = ["2020-06-30", "2023-06-30", "2024-12-27", "2025-06-30", "2025-12-30"];

const prices: InvestorTableModuleFragment = {
  id: "price",
  anchorTitle: "Share price",
  title: "Share price",
  text: null,
  table: {
    kind: "SHARE_PRICE",
    labelTitle: "Date",
    note: "In Swiss francs.",
    csvUrl: "/api/investors/share-price.csv",
    columns: [{ key: "share", title: "Share", unit: "CHF", decimals: 2 }],
    rows: [
      { label: "2020-12-31", values: [50] },
      { label: "2025-12-30", values: [92.5] },
    ],
    series: { days, values: [[40, 60, null, 80, 92.5]] },
  },
};

/** The slider of the chart, whose text describes the chosen day. */
const slider = () => screen.getByRole("slider", { name: "Share price: choose a day" });

test("draws a series day by day and lists a summary", () => {
  renderUi(<InvestorView module={prices} />);
  expect(slider()).toHaveAttribute("max", "4");
  expect(slider()).toHaveAttribute("aria-valuetext", "Dec 30, 2025, Share CHF 92.50");
  const table = screen.getByRole("table", { name: "Share price" });
  // Newest first.
  expect(
    within(table)
      .getAllByRole("rowheader")
      .map((cell) => cell.textContent),
  ).toEqual(["Dec 30, 2025", "Dec 31, 2020"]);
  expect(screen.getByText(/The CSV file has all figures. In Swiss francs./)).toBeInTheDocument();
});

test("shows only the chosen period", async () => {
  renderUi(<InvestorView module={prices} />);
  await userEvent.click(screen.getByRole("radio", { name: "1 year" }));
  expect(slider()).toHaveAttribute("max", "1");
  expect(within(screen.getByRole("table", { name: "Share price" })).getAllByRole("row")).toHaveLength(2);
});

test("draws and lists yearly values", () => {
  const { table } = prices;
  renderUi(
    <InvestorView
      module={{
        ...prices,
        title: "Dividends",
        table: table && {
          ...table,
          kind: "DIVIDENDS",
          series: null,
          rows: [
            { label: "2024", values: [3] },
            { label: "2025", values: [3.2] },
          ],
        },
      }}
    />,
  );
  expect(screen.queryByRole("slider")).not.toBeInTheDocument();
  expect(within(screen.getByRole("table", { name: "Dividends" })).getAllByRole("row")).toHaveLength(3);
  expect(screen.getByText("In Swiss francs.")).toBeInTheDocument();
});

test("reports values that are temporarily unavailable", () => {
  renderUi(<InvestorView module={{ ...prices, table: null }} />);
  expect(screen.queryByRole("table")).not.toBeInTheDocument();
});
