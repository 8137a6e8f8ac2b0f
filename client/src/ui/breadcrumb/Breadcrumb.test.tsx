import { screen, within } from "@testing-library/react";
import { axe } from "jest-axe";
import { Breadcrumb } from "./Breadcrumb";
import { renderUi } from "../../../test/renderUi";

const entries = [
  { title: "Strand", url: "/en" },
  { title: "Solutions", url: "/en/solutions" },
  { title: "Crimping", url: "/en/solutions/crimping" },
];

test("the home item is an icon, the last entry is current and cannot be clicked", () => {
  renderUi(<Breadcrumb entries={entries} />);
  const trail = within(screen.getByRole("list"));
  expect(trail.getAllByRole("link").map((l) => l.getAttribute("aria-label") ?? l.textContent)).toEqual([
    "Strand",
    "Solutions",
  ]);
  expect(trail.getByRole("link", { name: "Strand" })).toHaveTextContent("");
  expect(trail.getByText("Crimping")).toHaveAttribute("aria-current", "page");
  expect(trail.getByText("Crimping").tagName).not.toBe("A");
});

test("the way back on a small screen leads to the second-last entry", () => {
  renderUi(<Breadcrumb entries={entries} />);
  const [back] = screen.getAllByRole("link");
  expect(back).toHaveTextContent("Solutions");
  expect(back).toHaveAttribute("href", "/en/solutions");
});

test("a home page has no trail", () => {
  renderUi(<Breadcrumb entries={entries.slice(0, 1)} />);
  expect(screen.queryByRole("navigation")).not.toBeInTheDocument();
});

test("axe finds nothing", async () => {
  const { container } = renderUi(<Breadcrumb entries={entries} />);
  expect(await axe(container)).toHaveNoViolations();
});
