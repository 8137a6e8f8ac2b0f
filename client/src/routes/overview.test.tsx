// Rules: CAT-45, NAV-14.

import { screen, within } from "@testing-library/react";
import { Breadcrumb } from "~/ui/breadcrumb/Breadcrumb";
import { renderUi } from "../../test/renderUi";
import { OverviewBanner, OverviewIntro } from "./OverviewIntro";
import { overviewOf } from "./overview";

const home = { title: "Start", url: "/de" };

test.each([
  [
    "without a page or navigation item",
    undefined,
    [home, { title: "Products of the graph", url: null, screen: "PRODUCTS" as const }],
    "Products",
  ],
  ["with a navigation item", undefined, [home, { title: "Machines", url: "/de/products" }], "Machines"],
  ["with a page", { title: "Our range" }, [home, { title: "Our range" }], "Our range"],
  [
    "with a page outside of the navigation",
    { title: "Our range" },
    [home, { title: "Our range", url: null, screen: null }],
    "Our range",
  ],
])("titles an overview %s", (_, page, breadcrumb, title) => {
  const overview = overviewOf("Products", page, breadcrumb);
  renderUi(
    <>
      <Breadcrumb entries={overview.breadcrumb} />
      <OverviewIntro page={null} title={overview.title} />
    </>,
  );
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(title);
  const list = within(screen.getByRole("navigation", { name: "Breadcrumb" })).getByRole("list");
  const [first, last] = within(list).getAllByRole("listitem");
  expect(within(first as HTMLElement).getByRole("link")).toHaveAttribute("href", "/de");
  expect(last).toHaveTextContent(title);
});

const english = { isLanguageFallback: true, contentLanguage: { languageCode: "en", languageTag: "en" } };
const german = { isLanguageFallback: false, contentLanguage: { languageCode: "de", languageTag: "de" } };

test.each([
  ["the content is", english, [], true],
  ["most entries are", german, [english, english, german], true],
  ["few entries are", german, [english, german], false],
  ["nothing is", undefined, [], false],
])("tells the language of an overview if %s in another one", (_, page, entries, isTold) => {
  renderUi(<OverviewBanner page={page} entries={entries} requested="de" />);
  expect(screen.queryAllByText("Most texts on this page are in English.")).toHaveLength(isTold ? 1 : 0);
});
