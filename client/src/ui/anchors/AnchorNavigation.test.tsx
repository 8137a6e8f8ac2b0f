import { act, screen } from "@testing-library/react";
import { axe } from "jest-axe";
import { renderUi } from "../../../test/renderUi";
import { AnchorNavigation } from "./AnchorNavigation";

/** What jsdom lacks: it tells which part of the page is being read. */
let read: (id: string) => void;
const observed: string[] = [];

beforeEach(() => {
  observed.length = 0;
  Element.prototype.scrollTo = () => undefined;
  window.IntersectionObserver = class {
    constructor(tell: IntersectionObserverCallback) {
      read = (id) => {
        const target = document.getElementById(id) as Element;
        tell([{ isIntersecting: true, target } as IntersectionObserverEntry], this as unknown as IntersectionObserver);
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

test("the parts of the page are listed, each a link to its part", () => {
  renderUi(page);
  expect(screen.getByRole("navigation", { name: "On this page" })).toBeInTheDocument();
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["#facts", "#figures", "#gone"]);
  expect(observed).toEqual(["facts", "figures"]);
});

test("the part that is being read is marked", () => {
  renderUi(page);
  expect(screen.getByRole("link", { name: "Facts" })).not.toHaveAttribute("aria-current");
  act(() => read("figures"));
  expect(screen.getByRole("link", { name: "Figures" })).toHaveAttribute("aria-current", "true");
  act(() => read("facts"));
  expect(screen.getByRole("link", { name: "Figures" })).not.toHaveAttribute("aria-current");
  expect(screen.getByRole("link", { name: "Facts" })).toHaveAttribute("aria-current", "true");
});

test("axe finds nothing", async () => {
  const { container } = renderUi(page);
  expect(await axe(container)).toHaveNoViolations();
});
