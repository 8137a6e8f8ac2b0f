// Rules: CAT-42, CAT-51, CAT-53, REQ-5.

import { screen, within } from "@testing-library/react";
import { renderUi } from "../../../test/renderUi";
import type { ListingFigureFragment } from "~/graph/generated/graphql";
import { RequestUrlProvider } from "~/lib/url/requestUrl";
import { ProductListing, type ProductListingProps } from "./ProductListing";

const url = "/en/products?fit.cross-section=0.5";

const figure = (name: string, label: string, unit: string): ListingFigureFragment => ({
  label,
  foreignLanguage: null,
  unit,
  isRange: false,
  fits: "",
  min: "",
  max: "",
  fitsParameter: `fit.${name}`,
  minParameter: `min.${name}`,
  maxParameter: `max.${name}`,
  finderParameter: null,
  isFiltered: false,
  invalidParameters: [],
  lowest: "0.03",
  highest: "5,000",
  count: 3,
  of: 7,
  sortLowest: `low.${name}`,
  sortHighest: `high.${name}`,
});

const crossSection = {
  ...figure("cross-section", "Cross-section", "mm²"),
  isRange: true,
  fits: "0.5",
  isFiltered: true,
};
const output = figure("output", "Output", "pcs/h");

const listing: ProductListingProps["listing"] = {
  total: 1,
  page: 1,
  pageCount: 1,
  isFiltered: true,
  sortedBy: "",
  system: "METRIC",
  units: "metric",
  otherSystemUrl: "/en/products?fit.cross-section=20&units=imperial",
  isTable: false,
  cardsUrl: url,
  tableUrl: `${url}&view=table`,
  resetUrl: "/en/products",
  previousUrl: null,
  nextUrl: null,
  isIncomplete: false,
  chips: [{ label: "Crimping", foreignLanguage: null, url }],
  processes: [],
  choices: [],
  brands: [],
  siteBrand: null,
  capabilities: [{ value: "crimping", label: "Crimping", count: 1, selected: true, foreignLanguage: null }],
  figures: [crossSection, output],
  items: [
    {
      product: {
        slug: "alpha-530",
        name: "Alpha 530",
        nameLanguage: { languageTag: "en" },
        shortDescription: "Crimps both ends.",
        isLanguageFallback: false,
        contentLanguage: { languageTag: "en" },
        type: "PRODUCT",
        url: "/en/products/alpha-530",
        variantCount: 1,
        classification: null,
        brand: { name: "Komax" },
        image: { source: "/alpha.webp", srcset: null },
      },
      keyFigures: [
        { name: "Cross-section", value: "0.13–4", unit: "mm²", foreignLanguage: null },
        { name: "Output", value: "4,200", unit: "pcs/h", foreignLanguage: null },
      ],
      values: [
        { text: "0.13–4", start: 0.1, end: 0.6, marks: [0.45] },
        { text: "4,200", start: 0.8, end: 0.8, marks: [] },
      ],
    },
  ],
};

test("shows how many products fit a value, and the line of each card", () => {
  renderUi(<ProductListing listing={listing} />, url);
  expect(screen.getByRole("textbox", { name: "Cross-section (mm²)" })).toHaveValue("0.5");
  expect(screen.getByText("3 of 7 fit")).toBeVisible();
  const card = screen.getByRole("heading", { name: "Alpha 530" }).closest("li");
  if (!card) throw new Error("no card");
  expect(within(card).getByText("0.13–4 mm²")).toBeVisible();
  // The figure of the line is not repeated among the key figures.
  expect(within(card).getAllByText("Cross-section")).toHaveLength(1);
  const lines = Array.from(card.querySelectorAll("svg line"), (line) => [
    line.getAttribute("x1"),
    line.getAttribute("x2"),
  ]);
  expect(lines).toEqual([
    ["0%", "100%"],
    ["10.0%", "60.0%"],
    ["45.0%", "45.0%"],
  ]);
});

test("leads from the products of the site's brand to those of all brands", () => {
  const siteBrand = {
    brand: { name: "Komax" },
    isSelected: true,
    ownUrl: "/en/komax/products",
    allUrl: "/en/komax/products?brand=all",
  };
  const { container } = renderUi(<ProductListing listing={{ ...listing, siteBrand }} />, url);
  const choice = within(screen.getByRole("navigation", { name: "Brand" }));
  expect(choice.getByRole("link", { name: "Komax" })).toHaveAttribute("aria-current", "true");
  expect(choice.getByRole("link", { name: "All brands of the group" })).toHaveAttribute("href", siteBrand.allUrl);
  // A form without a checked brand selects all of them.
  const form = container.querySelector("form");
  if (!form) throw new Error("no form");
  expect(new FormData(form).getAll("brand")).toEqual(["all"]);
});

test("marks each text that is not translated with its language", () => {
  const english = <T extends object>(of: T) => ({ ...of, foreignLanguage: "en" });
  const [item] = listing.items;
  if (!item) throw new Error("no product");
  renderUi(
    <ProductListing
      listing={{
        ...listing,
        chips: [english({ label: "Cross-section 0,5 mm²", url })],
        choices: [
          {
            label: "Operating mode",
            foreignLanguage: "en",
            parameter: "is.mode",
            options: [english({ value: "bench", label: "Bench", count: 1, selected: false })],
          },
        ],
        figures: [english(crossSection), english(output)],
        items: [
          {
            ...item,
            product: {
              ...item.product,
              nameLanguage: { languageTag: "de" },
              contentLanguage: { languageTag: "de" },
            },
            keyFigures: [english({ name: "Weight", value: "20", unit: "kg" })],
          },
        ],
      }}
    />,
    url,
  );
  for (const text of ["Crimps both ends.", "Alpha 530"])
    expect(screen.getAllByText(text)[0]?.closest("[lang]")).toHaveAttribute("lang", "de");
  for (const text of ["Weight", "Cross-section 0,5 mm²", "Operating mode", "Bench"])
    for (const found of screen.getAllByText(text)) expect(found).toHaveAttribute("lang", "en");
  for (const text of ["Cross-section (mm²)", "Output (pcs/h)", "Cross-section"])
    expect(screen.getByText(text)).toHaveAttribute("lang", "en");
  expect(screen.getByText("Crimping").closest("[lang]")).toBe(document.documentElement.closest("[lang]"));
});

test("offers each figure as an order, lowest or highest first", () => {
  renderUi(<ProductListing listing={{ ...listing, sortedBy: "high.output" }} />, url);
  expect(screen.getByRole("combobox", { name: "Sort by" })).toHaveValue("high.output");
  expect(screen.getByRole("option", { name: "Output, lowest first" })).toHaveValue("low.output");
});

test("links each filter in use to the list without it", () => {
  renderUi(<ProductListing listing={listing} />, url);
  expect(screen.getByRole("link", { name: "Remove filter: Crimping" })).toHaveAttribute("href", url);
});

test("shows the figures as columns of a table, and the view in use", () => {
  renderUi(<ProductListing listing={{ ...listing, isTable: true }} action={({ name }) => `Compare ${name}`} />, url);
  const row = screen.getByRole("row", { name: /^Alpha 530/ });
  expect(
    within(row)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["0.13–4", "4,200", "Compare Alpha 530"]);
  expect(screen.getByRole("link", { name: "Table" })).toHaveAttribute("aria-current", "true");
});

test.each([false, true])("links to a request for each product, in a table: %s", (isTable) => {
  renderUi(
    <RequestUrlProvider value="/en/request">
      <ProductListing listing={{ ...listing, isTable }} />
    </RequestUrlProvider>,
    url,
  );
  expect(screen.getByRole("link", { name: "Request a quote Alpha 530" })).toHaveAttribute(
    "href",
    "/en/request?product=alpha-530&what=quote",
  );
});

test("tells that products are missing, and that a value is no number", () => {
  const invalid = { ...crossSection, fits: "thick", isFiltered: false, invalidParameters: ["fit.cross-section"] };
  const tooMany = { ...output, max: "1,2,3", invalidParameters: ["max.output"] };
  renderUi(<ProductListing listing={{ ...listing, isIncomplete: true, figures: [invalid, tooMany] }} />, url);
  expect(screen.getByText(/The list is not complete yet/)).toBeVisible();
  const field = screen.getByRole("textbox", { name: "Cross-section (mm²)" });
  expect(field).toBeInvalid();
  expect(field).toHaveValue("thick");
  expect(field).toHaveAccessibleDescription(/Please enter a number, such as 5,000/);
  const limits = within(screen.getByRole("group", { name: "Output (pcs/h)" }));
  expect(limits.getByRole("textbox", { name: "From" })).toBeValid();
  expect(limits.getByRole("textbox", { name: "To" })).toBeInvalid();
  expect(screen.getAllByRole("alert")).toHaveLength(2);
  expect(screen.queryByText("3 of 7 fit")).not.toBeInTheDocument();
});
