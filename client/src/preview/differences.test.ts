import { markDifferences, showDifference } from "./differences";

const scrolled = jest.fn();
beforeEach(() => {
  scrolled.mockReset();
  HTMLElement.prototype.scrollIntoView = function (options) {
    scrolled(this.id, options);
  };
  window.matchMedia = (query: string) => ({ matches: query.includes("reduce") }) as MediaQueryList;
  document.body.innerHTML = `
    <header><p id="menu">Write to us</p></header>
    <main id="content">
      <h1 id="title">Careers</h1>
      <p id="first">Write to   us
        <b id="soon">soon</b>, please.</p>
      <img id="photo" src="/images/stretched/590/hall-1a.webp" alt="The hall">
    </main>`;
});
afterEach(() => markDifferences([]));

const marked = () =>
  [...document.querySelectorAll("[data-preview-difference]")].map(
    ({ id, attributes }) => `${id} ${attributes.getNamedItem("data-preview-difference")?.value}`,
  );

test("the smallest element of the content that has the text is marked", () => {
  markDifferences([
    { kind: "CHANGED", texts: ["Write to us soon"] },
    { kind: "ADDED", texts: ["soon"] },
  ]);
  expect(marked()).toEqual(["first CHANGED", "soon ADDED"]);
});

test("of several lines, the first that is there is marked; empty ones and the whole page are never", () => {
  markDifferences([
    { kind: "CHANGED", texts: ["", "Gone", "Careers"] },
    { kind: "ADDED", texts: [""] },
    { kind: "ADDED", texts: ["Careers Write to us soon, please."] },
  ]);
  expect(marked()).toEqual(["title CHANGED"]);
});

test("a picture is found by its address or its alternative text", () => {
  markDifferences([{ kind: "ADDED", texts: ["hall-1a"] }]);
  expect(marked()).toEqual(["photo ADDED"]);
  markDifferences([{ kind: "CHANGED", texts: ["The hall"] }]);
  expect(marked()).toEqual(["photo CHANGED"]);
});

test("new marks take the place of the old ones", () => {
  markDifferences([{ kind: "ADDED", texts: ["Careers"] }]);
  showDifference(0);
  markDifferences([{ kind: "CHANGED", texts: ["soon"] }]);
  expect(marked()).toEqual(["soon CHANGED"]);
  expect(document.querySelector("[data-preview-current]")).toBeNull();
});

test("one difference at a time is the current one, and is scrolled to without motion where none is wanted", () => {
  markDifferences([
    { kind: "ADDED", texts: ["Careers"] },
    { kind: "CHANGED", texts: ["soon"] },
    { kind: "CHANGED", texts: ["Gone"] },
  ]);
  showDifference(0);
  showDifference(1);
  expect([...document.querySelectorAll("[data-preview-current]")].map(({ id }) => id)).toEqual(["soon"]);
  expect(scrolled.mock.calls).toEqual([
    ["title", { block: "center", behavior: "auto" }],
    ["soon", { block: "center", behavior: "auto" }],
  ]);
  showDifference(2);
  expect(document.querySelector("[data-preview-current]")).toBeNull();
});
