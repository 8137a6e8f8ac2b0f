// Rules: CAT-38, CAT-44.

import { type ApolloCache, ApolloLink, Observable } from "@apollo/client";
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router";
import { addToBasket, emptyBasket, removeProduct } from "~/features/compare/basket";
import { updateBasket } from "~/features/compare/useBasket";
import { CompareBasketDocument, CompareCandidatesDocument } from "~/graph/generated/graphql";
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
            url: "/en-us/products/presses",
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
}

function Address() {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}

/** Shows the basket in a country with imperial units, with two variants of a product in the basket. */
function show() {
  updateBasket(() =>
    variants.reduce(
      (basket, { id }) => addToBasket(basket, "presses", { slug: "h-20", variantId: id, key: id }),
      emptyBasket,
    ),
  );
  renderWithGraph(
    <>
      <ComparisonOnDemand system="IMPERIAL" />
      <Address />
    </>,
    ({ cache }) => fill(cache),
  );
}

const openBasket = async () => {
  await userEvent.click(await screen.findByRole("button", { name: "Compare (2)" }));
  return within(screen.getByRole("dialog", { name: "Comparison" }));
};
afterEach(() => {
  updateBasket(() => emptyBasket);
});

test("opens the URL of the comparison, with the chosen variants", async () => {
  show();
  const panel = await openBasket();
  await userEvent.selectOptions(panel.getAllByRole("combobox", { name: "Variant" })[0] as HTMLElement, "l");
  await userEvent.click(panel.getByRole("button", { name: "Compare 2 products" }));
  expect(screen.getByText("/en-us/products/presses?compare=h-20:l,h-20:l")).toBeInTheDocument();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

// Rules: CAT-62.
test("announces a change once, not one that is announced elsewhere", () => {
  show();
  const status = screen.getByRole("status");
  expect(status).toHaveTextContent("2 products");
  act(() => updateBasket((basket) => removeProduct(basket, "h-20"), { isAnnounced: false }));
  expect(status).toBeEmptyDOMElement();
});

test("names variants in the basket in the measurement system of the country", async () => {
  show();
  const panel = await openBasket();
  const [variantOfFirst] = panel.getAllByRole("combobox", { name: "Variant" });
  const names = within(variantOfFirst as HTMLElement).getAllByRole("option");
  expect(names.map((option) => option.textContent)).toEqual(["Short (US)", "Long (US)"]);
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
