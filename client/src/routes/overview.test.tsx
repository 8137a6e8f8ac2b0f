import { screen, within } from "@testing-library/react";
import { Breadcrumb } from "~/ui/breadcrumb/Breadcrumb";
import { renderUi } from "../../test/renderUi";
import { OverviewIntro } from "./OverviewIntro";
import { overviewOf } from "./overview";

const home = { title: "Start", url: "/de" };

test.each([
  ["that the navigation does not name", undefined, [home], "Products"],
  ["by the word of the navigation", undefined, [home, { title: "Machines", url: "/de/products" }], "Machines"],
  ["by the title of its page", { title: "Our range" }, [home, { title: "Our range" }], "Our range"],
  ["by the title of a page outside of the navigation", { title: "Our range" }, [home], "Our range"],
])("names an overview after its area: one %s", (_, page, breadcrumb, title) => {
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
