// Rules: NAV-13, NAV-20.

import { screen, within } from "@testing-library/react";
import { axe } from "jest-axe";
import { Breadcrumb } from "./Breadcrumb";
import { renderUi } from "../../../test/renderUi";

const entries = [
  { title: "Strand", url: "/en" },
  { title: "Solutions", url: "/en/solutions" },
  { title: "Crimping", url: "/en/solutions/crimping" },
];

test("shows the home item as an icon, and the last entry as current without a link", () => {
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

test("links back to the second-last entry on a small screen", () => {
  renderUi(<Breadcrumb entries={entries} />);
  const [back] = screen.getAllByRole("link");
  expect(back).toHaveTextContent("Solutions");
  expect(back).toHaveAttribute("href", "/en/solutions");
});

test("marks titles in another language", () => {
  renderUi(
    <Breadcrumb entries={entries.map((e) => ({ ...e, foreignLanguage: e.title === "Solutions" ? "de" : null }))} />,
  );
  for (const title of screen.getAllByText("Solutions")) expect(title).toHaveAttribute("lang", "de");
  expect(screen.getByText("Crimping")).not.toHaveAttribute("lang");
});

test("shows no breadcrumb on a home page", () => {
  renderUi(<Breadcrumb entries={entries.slice(0, 1)} />);
  expect(screen.queryByRole("navigation")).not.toBeInTheDocument();
});

test("has no axe violations", async () => {
  const { container } = renderUi(<Breadcrumb entries={entries} />);
  expect(await axe(container)).toHaveNoViolations();
});
