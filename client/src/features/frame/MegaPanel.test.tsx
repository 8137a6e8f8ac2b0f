// Rules: NAV-12, NAV-31, NAV-33.

import { screen } from "@testing-library/react";
import type { ComponentProps } from "react";
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
  classifications: [],
});

// The panel is closed, but its content is in the document.
const hidden = { hidden: true };

test("shows the logo of the marketing section above its link", () => {
  renderUi(<MegaPanel item={item({ logo, link })} />);
  const shown = screen.getByRole("img", { name: "Productronica 2027", ...hidden });
  expect(shown).toHaveAttribute("src", "/logo.png");
  expect(shown).toHaveAttribute("width", "304");
  const follow = screen.getByRole("link", { name: "Meet us", ...hidden });
  expect(shown.compareDocumentPosition(follow)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("shows a marketing section with a logo only, and no empty section", () => {
  const { unmount } = renderUi(<MegaPanel item={item({ logo })} />);
  expect(screen.getByRole("img", { name: "Productronica 2027", ...hidden })).toBeInTheDocument();
  unmount();
  const { container } = renderUi(<MegaPanel item={item({})} />);
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
  renderUi(<MegaPanel item={{ ...item({}), items: [heading] }} />);
  expect(screen.getByText("Group")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Group", ...hidden })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Careers", ...hidden })).toHaveAttribute("href", "/en/careers");
});

test("shows the groups of the catalogue with their pictures, and no empty list of sections", () => {
  const { container } = renderUi(
    <MegaPanel
      item={{
        ...item({}),
        classifications: [
          { id: "1", name: "Crimping", url: "/en/products/crimping", image: { source: "/crimp.webp", srcset: null } },
          { id: "2", name: "Testing", url: "/en/products/testing", image: null },
        ],
      }}
    />,
  );
  expect(screen.getByRole("link", { name: "Crimping", ...hidden })).toHaveAttribute("href", "/en/products/crimping");
  expect(screen.getByRole("link", { name: "Testing", ...hidden })).toHaveAttribute("href", "/en/products/testing");
  // The pictures are decorative beside the names.
  expect(Array.from(container.querySelectorAll("img"), (img) => [img.getAttribute("src"), img.alt])).toEqual([
    ["/crimp.webp", ""],
  ]);
  expect(container.querySelectorAll("ul")).toHaveLength(1);
});
