import { outlineDifferences, showDifference, showModule } from "./differences";

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
afterEach(() => outlineDifferences([]));

const marked = () =>
  [...document.querySelectorAll("[data-preview-difference]")].map(
    ({ id, attributes }) => `${id} ${attributes.getNamedItem("data-preview-difference")?.value}`,
  );

test("outlines the smallest element of the content that contains the text", () => {
  outlineDifferences([
    { kind: "CHANGED", texts: ["Write to us soon"] },
    { kind: "ADDED", texts: ["soon"] },
  ]);
  expect(marked()).toEqual(["first CHANGED", "soon ADDED"]);
});

test("outlines the first line that is found, but no empty lines and never the whole page", () => {
  outlineDifferences([
    { kind: "CHANGED", texts: ["", "Gone", "Careers"] },
    { kind: "ADDED", texts: [""] },
    { kind: "ADDED", texts: ["Careers Write to us soon, please."] },
  ]);
  expect(marked()).toEqual(["title CHANGED"]);
});

test("finds a picture by its URL or its alternative text", () => {
  outlineDifferences([{ kind: "ADDED", texts: ["hall-1a"] }]);
  expect(marked()).toEqual(["photo ADDED"]);
  outlineDifferences([{ kind: "CHANGED", texts: ["The hall"] }]);
  expect(marked()).toEqual(["photo CHANGED"]);
});

test("replaces old outlines by new ones", () => {
  outlineDifferences([{ kind: "ADDED", texts: ["Careers"] }]);
  showDifference(0);
  outlineDifferences([{ kind: "CHANGED", texts: ["soon"] }]);
  expect(marked()).toEqual(["soon CHANGED"]);
  expect(document.querySelector("[data-preview-current]")).toBeNull();
});

test("makes one difference the current one and scrolls to it, without animation if reduced motion is preferred", () => {
  outlineDifferences([
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

test("marks one module and scrolls to it", () => {
  showModule("first");
  showModule("photo");
  expect([...document.querySelectorAll("[data-preview-module]")].map(({ id }) => id)).toEqual(["photo"]);
  expect(scrolled.mock.calls.map(([id]: string[]) => id)).toEqual(["first", "photo"]);
  showModule("gone");
  expect(document.querySelector("[data-preview-module]")).toBeNull();
});
