// Rules: PAGE-19.

import { act, screen } from "@testing-library/react";
import { axe } from "jest-axe";
import { renderUi } from "../../../test/renderUi";
import { AnchorNavigation } from "./AnchorNavigation";

/** Sets the section that is being read: jsdom has no IntersectionObserver. */
let read: (id: string, isIntersecting?: boolean) => void;
const observed: string[] = [];

beforeEach(() => {
  observed.length = 0;
  Element.prototype.scrollTo = () => undefined;
  window.IntersectionObserver = class {
    constructor(callback: IntersectionObserverCallback) {
      read = (id, isIntersecting = true) => {
        const target = document.getElementById(id) as Element;
        callback([{ isIntersecting, target } as IntersectionObserverEntry], this as unknown as IntersectionObserver);
      };
    }
    observe = (target: Element) => void observed.push(target.id);
    disconnect = () => undefined;
  } as unknown as typeof IntersectionObserver;
});

const anchors = [
  { id: "facts", title: "Facts" },
  { id: "figures", title: "Figures" },
  { id: "gone", title: "Gone" },
];

const page = (
  <>
    <AnchorNavigation anchors={anchors} />
    <section id="facts" />
    <section id="figures" />
  </>
);

test("lists the sections of the page with links", () => {
  renderUi(page);
  expect(screen.getByRole("navigation", { name: "On this page" })).toBeInTheDocument();
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["#facts", "#figures", "#gone"]);
  expect(observed).toEqual(["facts", "figures"]);
});

test("marks the section that is being read", () => {
  renderUi(page);
  expect(screen.getByRole("link", { name: "Facts" })).not.toHaveAttribute("aria-current");
  const current = () => screen.queryAllByRole("link", { current: true }).map((link) => link.textContent);
  act(() => read("facts"));
  expect(current()).toEqual(["Facts"]);
  act(() => read("figures"));
  expect(current()).toEqual(["Figures"]);
  act(() => read("figures", false));
  expect(current()).toEqual(["Facts"]);
});

test("marks no section above the first one, also if it was below before the pictures were loaded", () => {
  renderUi(page);
  act(() => read("figures"));
  act(() => read("figures", false));
  expect(screen.queryByRole("link", { current: true })).not.toBeInTheDocument();
});

test("starts the row at its first link above the first section", () => {
  renderUi(page);
  const row = screen.getByRole("list");
  const scrollTo = jest.spyOn(row, "scrollTo");
  act(() => read("facts"));
  row.scrollLeft = 120;
  act(() => read("facts", false));
  expect(scrollTo).toHaveBeenLastCalledWith(expect.objectContaining({ left: 0 }));
});

test("has no axe violations", async () => {
  const { container } = renderUi(page);
  expect(await axe(container)).toHaveNoViolations();
});
