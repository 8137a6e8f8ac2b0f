import { screen, within } from "@testing-library/react";
import { axe } from "jest-axe";
import { renderUi } from "../../../test/renderUi";
import { LocationChoices, type LocationOption } from "./LocationChoices";

const option = (id: string, organization: string, selected = false): LocationOption => ({
  location: { id, name: id, city: id, organization },
  selected,
});

const show = (options: LocationOption[], query = "") =>
  renderUi(
    <form>
      <LocationChoices options={options} />
    </form>,
    `/en/mykomax/tickets/list${query}`,
  );

const organizations = () => screen.getByRole("navigation", { name: "Organization" });

test("limits the list to one organization, and keeps the other filters", async () => {
  const { container } = show(
    [option("a", "Nordkabel"), option("b", "Nordkabel"), option("c", "Südkabel", true)],
    "?status=OPEN&after=x&location=c",
  );
  const links = within(organizations()).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href"), link.getAttribute("aria-current")])).toEqual(
    [
      ["All organizations", "/en/mykomax/tickets/list?status=OPEN", null],
      ["Nordkabel", "/en/mykomax/tickets/list?status=OPEN&location=a&location=b", null],
      ["Südkabel", "/en/mykomax/tickets/list?status=OPEN&location=c", "true"],
    ],
  );
  expect(screen.getByRole("checkbox", { name: "c" })).toBeChecked();
  expect(await axe(container)).toHaveNoViolations();
});

test("marks that all organizations are shown, and none if only some of its locations are", () => {
  const { unmount } = show([option("a", "Nordkabel"), option("b", "Südkabel")]);
  expect(within(organizations()).getByRole("link", { current: true })).toHaveTextContent("All organizations");
  unmount();
  show([option("a", "Nordkabel", true), option("b", "Nordkabel"), option("c", "Südkabel")]);
  expect(within(organizations()).queryByRole("link", { current: true })).not.toBeInTheDocument();
});

test("offers no organizations to a user of one", () => {
  show([option("a", "Nordkabel"), option("b", "Nordkabel")]);
  expect(screen.queryByRole("navigation")).not.toBeInTheDocument();
  expect(screen.getAllByRole("checkbox")).toHaveLength(2);
});

test("offers of many locations those with records, and their organizations", () => {
  const many = ["A", "B", "C", "D", "E", "F", "G", "H", "I"].map((id, i) => ({
    ...option(id, `Org ${id}`),
    count: i % 4,
  }));
  show(many);
  expect(screen.getAllByRole("checkbox").map((box) => box.getAttribute("value"))).toEqual([
    "B",
    "C",
    "D",
    "F",
    "G",
    "H",
  ]);
  expect(within(organizations()).getAllByRole("link")).toHaveLength(7);
});
