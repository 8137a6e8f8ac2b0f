// Rules: NAV-12, NAV-31, NAV-33.

import { ApolloLink, type ApolloClient } from "@apollo/client";
import { screen, waitFor } from "@testing-library/react";
import type { ComponentProps } from "react";
import { of } from "rxjs";
import { nextTask } from "~/lib/loading/nextTask";
import { renderWithGraph } from "../../../test/graph";
import { renderUi } from "../../../test/renderUi";
import { MegaPanel } from "./MegaPanel";

type Item = ComponentProps<typeof MegaPanel>["item"];

const link = {
  text: "Meet us",
  kind: "ROUTE" as const,
  url: "/en/events",
  openInNewTab: false,
};
const logo = {
  alternativeText: "Productronica 2027",
  source: "/logo.png",
  srcset: null,
  width: 304,
  height: 52,
};
const item = (marketingSection: Partial<NonNullable<Item["marketingSection"]>>): Item => ({
  id: "products",
  title: "Products",
  link,
  marketingTitle: null,
  marketingDescription: null,
  marketingSection: {
    backgroundColor: "Dark_White",
    logo: null,
    image: null,
    link: null,
    ...marketingSection,
  },
  items: [],
  sections: [],
  overviewOf: null,
});

// The panel is closed, but its content is in the document.
const hidden = { hidden: true };

test("shows the logo of the marketing section above its link", () => {
  renderUi(<MegaPanel item={item({ logo, link })} homeUrl="/en" />);
  const shown = screen.getByRole("img", { name: "Productronica 2027", ...hidden });
  expect(shown).toHaveAttribute("src", "/logo.png");
  expect(shown).toHaveAttribute("width", "304");
  const follow = screen.getByRole("link", { name: "Meet us", ...hidden });
  expect(shown.compareDocumentPosition(follow)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("shows a marketing section with a logo only, and no empty section", () => {
  const { unmount } = renderUi(<MegaPanel item={item({ logo })} homeUrl="/en" />);
  expect(screen.getByRole("img", { name: "Productronica 2027", ...hidden })).toBeInTheDocument();
  unmount();
  const { container } = renderUi(<MegaPanel item={item({})} homeUrl="/en" />);
  expect(container.querySelector("[data-ground]")).toBeNull();
  expect(screen.queryByRole("img", hidden)).toBeNull();
});

test("shows the items of a top item before its sections, without a title", () => {
  const child = (id: string, title: string) => ({
    id,
    title,
    link: { ...link, text: title, url: `/en/${id}` },
    items: [],
  });
  renderUi(
    <MegaPanel
      item={{
        ...item({}),
        items: [child("history", "History")],
        sections: [{ title: "Company", items: [child("brands", "Our brands")] }],
      }}
      homeUrl="/en"
    />,
  );
  const first = screen.getByRole("link", { name: "History", ...hidden });
  expect(first).toHaveAttribute("href", "/en/history");
  const title = screen.getByText("Company");
  expect(first.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getByRole("link", { name: "Our brands", ...hidden })).toBeInTheDocument();
});

test("shows an item without a target as the heading of the items below it", () => {
  const careers = { id: "careers", title: "Careers", link: { ...link, url: "/en/careers" } };
  const heading = {
    id: "group",
    title: "Group",
    link: { ...link, kind: "NONE" as const, url: null },
    items: [careers],
  };
  renderUi(<MegaPanel item={{ ...item({}), items: [heading] }} homeUrl="/en" />);
  expect(screen.getByText("Group")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Group", ...hidden })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Careers", ...hidden })).toHaveAttribute("href", "/en/careers");
});

test("loads the groups of an item of the catalogue when its button gets the focus, none for others", async () => {
  const load = jest.fn();
  const answer = new ApolloLink(() => {
    load();
    return of({ data: { siteAt: { __typename: "Site", headerNavigation: null } } });
  });
  const prepare = (client: ApolloClient) => client.setLink(answer);
  const { unmount } = renderWithGraph(<MegaPanel item={item({})} homeUrl="/en" />, prepare);
  screen.getByRole("button", { name: "Products" }).focus();
  await nextTask();
  expect(load).not.toHaveBeenCalled();
  unmount();
  renderWithGraph(<MegaPanel item={{ ...item({}), overviewOf: "PRODUCT" }} homeUrl="/en" />, prepare);
  expect(load).not.toHaveBeenCalled();
  screen.getByRole("button", { name: "Products" }).focus();
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
});
