// Rules: CAT-15, CAT-17, CAT-43, CAT-45.

import { screen, within } from "@testing-library/react";
import { axe } from "jest-axe";
import type { SpecificationRowsFragment } from "~/graph/generated/graphql";
import { renderUi } from "../../../test/renderUi";
import { TechnicalData } from "./TechnicalData";

const row = (name: string, value: string, unit: string | null = null) => ({ name, value, unit });

const metric: readonly SpecificationRowsFragment[] = [
  { kind: "PERFORMANCE", specifications: [row("Cross-section", "0.13–6", "mm²"), row("Output", "4 200", "pcs/h")] },
  { kind: "MACHINE", specifications: [row("Weight", "1 610", "kg")] },
  { kind: "CONNECTIONS", specifications: [row("Supply voltage", "3 × 400 V AC, 50/60 Hz")] },
];

const product = {
  name: "Alpha 530",
  dataSheetUrl: null,
  hasMeasurementSystems: true,
  variants: [],
  metric: [...metric],
  imperial: [],
};

test("shows a table with the groups of the data and a heading for each", async () => {
  const { container } = renderUi(<TechnicalData product={product} system="METRIC" />);
  const [metric] = screen.getAllByRole("table", { name: "Technical data of Alpha 530" });
  const groups = within(metric as HTMLElement).getAllByRole("rowgroup");
  expect(groups.map((group) => group.textContent)).toEqual([
    "PerformanceCross-section0.13–6 mm²Output4 200 pcs/h",
    "MachineWeight1 610 kg",
    "ConnectionsSupply voltage3 × 400 V AC, 50/60 Hz",
  ]);
  expect(within(groups[1] as HTMLElement).getByText("Machine")).toHaveAttribute("scope", "rowgroup");
  expect(await axe(container)).toHaveNoViolations();
});

test("has no heading for a single group", () => {
  const metric = product.metric.slice(0, 1);
  renderUi(
    <TechnicalData product={{ ...product, variants: [], metric, hasMeasurementSystems: false }} system="METRIC" />,
  );
  expect(screen.queryByText("Performance")).not.toBeInTheDocument();
  expect(screen.getByRole("rowheader", { name: "Output" })).toBeInTheDocument();
});

test("shows the variant of the URL", () => {
  const variant = (id: string, weight: string) => ({
    id,
    metricName: id,
    imperialName: id,
    metric: [{ kind: "MACHINE" as const, specifications: [row("Weight", weight, "kg")] }],
    imperial: [],
  });
  renderUi(
    <TechnicalData product={{ ...product, variants: [variant("s", "88"), variant("d", "99")] }} system="METRIC" />,
    "/?variant=d",
  );
  expect(screen.getByRole("link", { current: true })).toHaveTextContent("d");
  expect(screen.getByText("99")).toBeInTheDocument();
});

test("marks rows in another language, but not the headings of the interface", () => {
  renderUi(<TechnicalData product={product} system="METRIC" language="en" />);
  expect(screen.getByText("Weight").closest("[lang]")).toHaveAttribute("lang", "en");
  expect(screen.getByText("Machine").closest("tr")).not.toHaveAttribute("lang");
});
