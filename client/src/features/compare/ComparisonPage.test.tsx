// Rules: CAT-35, CAT-43, CAT-44, CAT-45, CAT-46.

import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { IntlProvider } from "react-intl";
import { MemoryRouter, useLocation } from "react-router";
import type { ComparisonPageFragment } from "~/graph/generated/graphql";
import { renderUi } from "../../../test/renderUi";
import { texts } from "../../../test/texts";
import { addToBasket, emptyBasket } from "./basket";
import { ComparisonPage } from "./ComparisonPage";
import { updateBasket, useBasket } from "./useBasket";

const column = (name: string, variants: readonly string[] = []): ComparisonPageFragment["columns"][number] => {
  const named = variants.map((id) => ({ id, metricName: `${name} ${id}`, imperialName: `${name} ${id}` }));
  return {
    product: {
      slug: name.toLowerCase(),
      name,
      nameLanguage: { languageTag: "en" },
      url: `/en/products/presses/${name}`,
      requestUrl: `/en/request?product=${name}`,
      isLanguageFallback: false,
      contentLanguage: { languageCode: "en", languageTag: "en" },
      image: { source: "/picture.webp" },
      variants: named,
    },
    variant: named[0] ?? null,
  };
};

const rows = (weights: string[]): ComparisonPageFragment["metric"] => [
  { kind: "MACHINE", rows: [{ name: "Weight", unit: "kg", values: weights, identical: false }] },
  { kind: "FURTHER", rows: [{ name: "Class", unit: null, values: weights.map(() => "1"), identical: true }] },
];

const comparison = (...columns: ComparisonPageFragment["columns"]): ComparisonPageFragment => ({
  isShown: columns.length > 1,
  classification: {
    slug: "presses",
    name: "Presses",
    nameLanguage: { languageTag: "en" },
    url: "/en/products/presses",
    maxCompared: 3,
  },
  columns,
  candidates: [{ slug: "d", name: "D", nameLanguage: { languageTag: "en" } }],
  metric: rows(columns.map((_, i) => String(i))),
  imperial: rows(columns.map((_, i) => String(i * 2 + 1))),
});

const threeColumns = comparison(column("A"), column("B", ["s", "l"]), column("C"));

function State() {
  const { search } = useLocation();
  const groups = useBasket().classifications.map((g) => `${g.slug}=${g.products.map((p) => p.slug).join()}`);
  return <p data-testid="state">{[search, ...groups].join(" ")}</p>;
}

const show = (shown = threeColumns) =>
  renderUi(
    <>
      <ComparisonPage comparison={shown} system="METRIC" />
      <State />
    </>,
    "/en/products?compare=a,b:s,c",
  );
const state = () => screen.getByTestId("state").textContent;
const status = () => screen.getByRole("status").textContent;

beforeEach(() => updateBasket(() => addToBasket(emptyBasket, "blades", { slug: "blade", variantId: null, key: "1" })));

test("shows the products side by side by groups and leaves the basket as it is", async () => {
  const { container } = show();
  expect(screen.getAllByRole("columnheader").map((header) => header.textContent)).toEqual(["A", "BB sB s", "C"]);
  expect(screen.getAllByText("Machine")[0]).toBeInTheDocument();
  expect(screen.getByText("Values in bold differ between the products.")).toBeInTheDocument();
  expect(state()).toBe("?compare=a,b:s,c blades=blade");
  expect(await axe(container)).toHaveNoViolations();
});

test("the names of the columns follow a table that was scrolled before hydration", async () => {
  const page = (
    <IntlProvider locale="en" messages={texts}>
      <MemoryRouter>
        <ComparisonPage comparison={threeColumns} system="METRIC" />
      </MemoryRouter>
    </IntlProvider>
  );
  const container = document.createElement("div");
  container.innerHTML = renderToString(page);
  const table = within(container).getByRole("region", { name: "Products side by side" });
  table.scrollLeft = 90;
  const root = await act(() => hydrateRoot(container, page));
  expect(table.previousElementSibling).toHaveProperty("scrollLeft", 90);
  act(() => root.unmount());
});

test("links to the comparison in another order", () => {
  show();
  expect(screen.getByRole("link", { name: "Move B to the left" })).toHaveAttribute(
    "href",
    "/en/products?compare=b:s,a,c",
  );
  expect(screen.queryByRole("link", { name: "Move A to the left" })).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Move C to the right" })).not.toBeInTheDocument();
});

test("moves a product by keyboard, says where it is, and makes the comparison the basket", async () => {
  show();
  screen.getByRole("link", { name: "Move A to the right" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(state()).toBe("?compare=b:s,a,c blades=blade presses=b,a,c");
  expect(status()).toBe("A: position 2 of 3");
  // The data of the new URL is not loaded in this test: the column is still that of B.
  expect(screen.getByRole("link", { name: "Move B to the right" })).toHaveFocus();
});

test("removes a product", async () => {
  show();
  await userEvent.click(screen.getByRole("link", { name: "Remove C" }));
  expect(state()).toBe("?compare=a,b:s blades=blade presses=a,b");
  expect(status()).toBe("C was removed.");
});

test("replaces a product, and offers no further column when the comparison is full", async () => {
  show();
  const position = screen.getByRole("combobox", { name: "Position" });
  expect(
    within(position)
      .getAllByRole("option")
      .map((option) => option.textContent),
  ).toEqual(["1: in place of A", "2: in place of B", "3: in place of C"]);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Another product of this group" }), "d");
  await userEvent.selectOptions(position, "1");
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(state()).toBe("?compare=a,d,c blades=blade presses=a,d,c");
  expect(status()).toBe("D was added.");
});

// Rules: CAT-32.
test.each([
  ["no product", []],
  ["one product", [column("A")]],
])("compares nothing with %s", async (_, columns) => {
  const { container } = show(comparison(...columns));
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Comparison");
  expect(screen.getByText("Choose at least two products to compare.")).toBeInTheDocument();
  for (const role of ["table", "switch", "radio"]) expect(screen.queryByRole(role)).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Print or save as PDF" })).not.toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test("removes the only product", async () => {
  show(comparison(column("A")));
  expect(screen.getByRole("link", { name: "A" })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("link", { name: "Remove A" }));
  expect(screen.getByRole("status")).toHaveTextContent("A was removed.");
});

test("adds a product to a single one", async () => {
  show(comparison(column("A")));
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Another product of this group" }), "d");
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(state()).toBe("?compare=a,d blades=blade presses=a,d");
});

test("changes the variant of a column", async () => {
  show();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Variant" }), "l");
  expect(state()).toBe("?compare=a,b:l,c blades=blade presses=a,b,c");
});

test("has forms that a server without the app understands", () => {
  const { container } = show();
  const [variantForm, addForm] = container.querySelectorAll("form");
  const fieldsOf = (form: HTMLFormElement | undefined) => new URLSearchParams(new FormData(form) as never).toString();
  expect(addForm).toHaveAttribute("action", "/en/products");
  expect(addForm).toHaveAttribute("method", "get");
  expect(fieldsOf(addForm)).toBe("compare=a%2Cb%3As%2Cc&compare-with=&compare-at=0");
  expect(fieldsOf(variantForm)).toBe("compare=a%2Cb%3As%2Cc&compare-at=1&compare-with=b%3As");
});

test("prints the page", async () => {
  const print = jest.spyOn(window, "print").mockImplementation(() => undefined);
  show();
  await userEvent.click(screen.getByRole("button", { name: "Print or save as PDF" }));
  expect(print).toHaveBeenCalled();
});

const german = { languageTag: "de" };

test("marks data in another language", () => {
  const [a, b] = threeColumns.columns;
  if (!a || !b) throw new Error("Two columns are expected.");
  const languages = { nameLanguage: german, contentLanguage: { languageCode: "de", languageTag: "de" } };
  const foreign = { ...b, product: { ...b.product, ...languages, isLanguageFallback: true } };
  show({
    ...comparison(foreign, a),
    classification: { slug: "presses", name: "Pressen", nameLanguage: german, url: "/en/products", maxCompared: 3 },
    candidates: [{ slug: "d", name: "D", nameLanguage: german }],
  });
  expect(screen.getAllByRole("row", { name: /^Weight/ })[0]).toHaveAttribute("lang", "de");
  for (const text of ["Pressen", "B s", "D"])
    expect(screen.getAllByText(text)[0]?.closest("[lang]")).toHaveAttribute("lang", "de");
  const [column] = screen.getAllByRole("columnheader", { name: /^A/ });
  expect(column?.querySelector("[lang]")).toBeNull();
});
