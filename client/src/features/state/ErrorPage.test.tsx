// Rules: ERR-27, MSG-1, PAGE-20.

import { screen, within } from "@testing-library/react";
import { axe } from "jest-axe";
import { ErrorPage } from "./ErrorPage";
import { renderUi } from "../../../test/renderUi";

test("shows the specified error text and links to the home page", () => {
  renderUi(<ErrorPage homeUrl="/en" homeTitle="Strand" siteName="Strand Group" />);
  expect(screen.getByText("An unexpected error occurred")).toBeInTheDocument();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(/^Sorry, something went wrong$/);
  expect(
    screen.getByText("We apologize for the inconvenience, but this page is currently not working as expected"),
  ).toBeInTheDocument();
  expect(screen.getByRole("status")).toHaveTextContent("Possible maintenance");
  expect(screen.getByRole("link", { name: "Go to home" })).toHaveAttribute("href", "/en");
});

test("ends the title with the brand if it is known", () => {
  const { unmount } = renderUi(<ErrorPage homeUrl="/en" siteName="Strand Group" />);
  expect(document.title).toBe("Sorry, something went wrong – Strand Group");
  unmount();
  renderUi(<ErrorPage homeUrl="/" />);
  expect(document.title).toBe("Sorry, something went wrong");
});

test("has a breadcrumb of the home page and itself", () => {
  renderUi(<ErrorPage homeUrl="/en" homeTitle="Strand" />);
  const trail = within(screen.getByRole("navigation", { name: "Breadcrumb" })).getByRole("list");
  const [home, here] = within(trail).getAllByRole("listitem");
  expect(within(home as HTMLElement).getByRole("link", { name: "Strand" })).toHaveAttribute("href", "/en");
  expect(here).toHaveTextContent("Sorry, something went wrong");
});

test("links to a home page for an unknown site", () => {
  renderUi(<ErrorPage homeUrl="/" traceId="4bf9" />);
  expect(within(screen.getByRole("list")).getByRole("link", { name: "Home" })).toHaveAttribute("href", "/");
  expect(screen.getByText("Reference: 4bf9")).toBeInTheDocument();
});

test("has no axe violations", async () => {
  const { container } = renderUi(<ErrorPage homeUrl="/en" siteName="Strand Group" />);
  expect(await axe(container)).toHaveNoViolations();
});
