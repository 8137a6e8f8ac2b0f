// Rules: NAV-33.

import { ApolloLink } from "@apollo/client";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { of } from "rxjs";
import { renderWithGraph } from "../../../test/graph";
import { MenuGroups } from "./MenuGroups";

const group = (slug: string, name: string, image: object | null) => ({
  __typename: "Classification",
  type: "PRODUCT",
  slug,
  site: "main",
  locale: "en",
  name,
  url: `/en/products/${slug}`,
  image,
});

/** An answer with an item of products, and one of services without groups. */
const answer = (classifications: object[] | null) => ({
  siteAt: {
    __typename: "Site",
    headerNavigation: {
      __typename: "HeaderNavigation",
      items: [
        { __typename: "TopNavigationItem", id: "services", classifications: [] },
        { __typename: "TopNavigationItem", id: "products", classifications },
      ],
    },
  },
});

const groups = [
  group("crimping", "Crimping", { __typename: "Image", source: "/crimp.webp", srcset: null }),
  group("testing", "Testing", null),
];

test("shows the groups of the item with their pictures", async () => {
  const { container } = renderWithGraph(<MenuGroups itemId="products" homeUrl="/en" />, (client) =>
    client.setLink(new ApolloLink(() => of({ data: answer(groups) }))),
  );
  expect(await screen.findByRole("link", { name: "Crimping" })).toHaveAttribute("href", "/en/products/crimping");
  expect(screen.getByRole("link", { name: "Testing" })).toHaveAttribute("href", "/en/products/testing");
  // The pictures are decorative beside the names.
  expect(Array.from(container.querySelectorAll("img"), (img) => [img.getAttribute("src"), img.alt])).toEqual([
    ["/crimp.webp", ""],
  ]);
});

test("says that the groups cannot be shown, and reads them again", async () => {
  let classifications: object[] | null = null;
  const errors = [{ message: "PIM away" }];
  const link = new ApolloLink(() =>
    of(classifications ? { data: answer(classifications) } : { data: answer(null), errors }),
  );
  renderWithGraph(<MenuGroups itemId="products" homeUrl="/en" />, (client) => client.setLink(link));
  expect(await screen.findByRole("alert")).toHaveTextContent("This cannot be shown at the moment.");
  classifications = groups;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("link", { name: "Crimping" })).toBeVisible();
});
