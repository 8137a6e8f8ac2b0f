// Rules: CAT-16, CAT-38.

import { type ApolloCache, ApolloLink, Observable } from "@apollo/client";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { addToBasket, emptyBasket } from "~/features/compare/basket";
import { updateBasket } from "~/features/compare/useBasket";
import { CompareBasketDocument, CompareCandidatesDocument, ComparisonDocument } from "~/graph/generated/graphql";
import { renderWithGraph } from "../../test/graph";
import { ComparisonOnDemand } from "./ComparisonOnDemand";

const locale = document.documentElement.lang;

const variant = (id: string, name: string) => ({
  __typename: "Variant" as const,
  id,
  metricName: name,
  imperialName: `${name} (US)`,
});
const product = {
  __typename: "Product" as const,
  slug: "h-20",
  site: "main",
  locale: "en-US",
  name: "H 20",
  url: "/en-us/products/presses/h-20",
  image: { __typename: "Image" as const, source: "/h-20.png" },
};
const variants = [variant("s", "Short"), variant("l", "Long")] as const;
const row = (value: string, unit: string) => ({
  __typename: "ComparisonRow" as const,
  name: "Weight",
  unit,
  values: [value, value],
  identical: true,
});

/** Fills the cache with the query results about two variants of a product. */
function fill(cache: ApolloCache, stored = ["h-20"]) {
  cache.writeQuery({
    query: CompareBasketDocument,
    variables: { slugs: stored, locale },
    data: {
      products: [
        {
          ...product,
          classification: {
            __typename: "Classification",
            type: "PRODUCT",
            maxCompared: 12,
            slug: "presses",
            site: "main",
            locale: "en-US",
            name: "Presses",
          },
          variants: [...variants],
        },
      ],
    },
  });
  cache.writeQuery({
    query: CompareCandidatesDocument,
    variables: { classification: "presses", basket: ["h-20"], locale },
    data: { comparisonCandidates: [] },
  });
  cache.writeQuery({
    query: ComparisonDocument,
    variables: { items: variants.map(({ id }) => ({ slug: "h-20", variantId: id })), locale },
    data: {
      comparison: {
        __typename: "Comparison",
        isShown: true,
        columns: variants.map((v) => ({
          __typename: "ComparisonColumn" as const,
          product: { ...product, requestUrl: "/en/request?product=h-20" },
          variant: v,
        })),
        metric: [row("10", "kg")],
        imperial: [row("22", "lb")],
      },
    },
  });
}

/** Shows the comparison in a country with imperial units, with two variants of a product in the basket. */
function show() {
  updateBasket(() =>
    variants.reduce(
      (basket, { id }) => addToBasket(basket, "presses", { slug: "h-20", variantId: id, key: id }),
      emptyBasket,
    ),
  );
  renderWithGraph(<ComparisonOnDemand system="IMPERIAL" />, ({ cache }) => fill(cache));
}

const openBasket = async () => {
  await userEvent.click(await screen.findByRole("button", { name: "Compare (2)" }));
  return within(screen.getByRole("dialog", { name: "Comparison" }));
};
afterEach(() => {
  updateBasket(() => emptyBasket);
  document.cookie = "strand-measurement-system=; path=/; max-age=0";
});

test("shows a comparison in the country's measurement system until the visitor chooses another", async () => {
  show();
  const panel = await openBasket();
  await userEvent.click(panel.getByRole("button", { name: /^Compare/ }));
  expect(await screen.findByRole("radio", { name: "Imperial" })).toBeChecked();
  expect(screen.getByRole("rowheader", { name: "Weight lb" })).toBeInTheDocument();

  await userEvent.click(screen.getByRole("radio", { name: "Metric" }));
  expect(screen.getByRole("rowheader", { name: "Weight kg" })).toBeInTheDocument();
  expect(document.cookie.split("; ")).toContain("strand-measurement-system=METRIC");
});

test("names variants in the basket in the chosen measurement system", async () => {
  show();
  const variantNames = (panel: Awaited<ReturnType<typeof openBasket>>) =>
    within(panel.getAllByRole("combobox", { name: "Variant" })[0] as HTMLElement)
      .getAllByRole("option")
      .map((option) => option.textContent);

  const panel = await openBasket();
  expect(variantNames(panel)).toEqual(["Short (US)", "Long (US)"]);
  await userEvent.click(panel.getByRole("button", { name: "Compare 2 products" }));
  await userEvent.click(await screen.findByRole("radio", { name: "Metric" }));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(variantNames(await openBasket())).toEqual(["Short", "Long"]);
});

test("removes products that no longer exist from the basket, and says so", async () => {
  updateBasket((basket) =>
    ["gone", "h-20", "gone"].reduce(
      (filled, slug, i) => addToBasket(filled, "presses", { slug, variantId: null, key: String(i) }),
      basket,
    ),
  );
  renderWithGraph(<ComparisonOnDemand system="METRIC" />, ({ cache }) => {
    fill(cache, ["gone", "h-20"]);
    fill(cache);
  });
  await userEvent.click(await screen.findByRole("button", { name: "Compare (1)" }));
  const panel = within(screen.getByRole("dialog", { name: "Comparison" }));
  expect(panel.getByRole("status")).toHaveTextContent("A product that no longer exists was removed.");
  expect(panel.getByRole("link", { name: "H 20" })).toBeInTheDocument();
  expect(panel.queryByText("gone")).not.toBeInTheDocument();
});

test("keeps the basket while the products cannot be read", async () => {
  updateBasket((basket) => addToBasket(basket, "presses", { slug: "unread", variantId: null, key: "1" }));
  renderWithGraph(<ComparisonOnDemand system="METRIC" />, (client) => {
    client.setLink(
      new ApolloLink(() => new Observable((observer) => observer.error(new Error("The catalogue is not available.")))),
    );
  });
  await userEvent.click(await screen.findByRole("button", { name: "Compare (1)" }));
  expect(await screen.findByRole("alert")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Compare (1)", hidden: true })).toBeInTheDocument();
});
