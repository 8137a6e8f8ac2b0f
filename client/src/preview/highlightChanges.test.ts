import { highlightChanges } from "./highlightChanges";

beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML = `
    <header><p id="menu">Menu</p></header>
    <main id="content">
      <section id="first"><h2 id="heading">Title</h2><p id="text">Text</p></section>
      <img id="photo" src="/one.png" alt="">
    </main>`;
});
afterEach(() => jest.useRealTimers());

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`There is no element ${id}.`);
  return found;
}

/** The text node at the start of an element. */
function textIn(id: string): Node {
  const { firstChild } = byId(id);
  if (!firstChild) throw new Error(`The element ${id} is empty.`);
  return firstChild;
}

const highlighted = () => [...document.querySelectorAll("[data-preview-changed]")].map(({ id }) => id);

/** Updates the page as React does: one part immediately, another part a little later. */
async function update(now: () => void, later?: () => void) {
  const done = highlightChanges(() => {
    now();
    if (later) setTimeout(later, 100);
    return Promise.resolve();
  });
  await jest.advanceTimersByTimeAsync(500);
  await done;
}

test("highlights changed texts, pictures and new elements once, also those that change a little later", async () => {
  await update(
    () => {
      textIn("text").nodeValue = "Another text";
      byId("photo").setAttribute("src", "/two.png");
    },
    () => byId("first").insertAdjacentHTML("afterend", '<p id="new">New</p>'),
  );
  expect(highlighted()).toEqual(["text", "new", "photo"]);
  await jest.advanceTimersByTimeAsync(1600);
  expect(highlighted()).toEqual([]);
});

test("highlights the outermost of nested elements, and nothing outside of the content", async () => {
  await update(() => {
    byId("menu").textContent = "Another menu";
    byId("content").insertAdjacentHTML("beforeend", '<section id="new"><p id="inner">New</p></section>');
    textIn("inner").nodeValue = "Newer";
  });
  expect(highlighted()).toEqual(["new"]);
});

test("highlights nothing when an update changes nothing or fails", async () => {
  await update(() => undefined);
  expect(highlighted()).toEqual([]);
  const failure = highlightChanges(() => Promise.reject(new Error("The page cannot be loaded.")));
  await expect(failure).rejects.toThrow("The page cannot be loaded.");
  textIn("text").nodeValue = "Later";
  await jest.advanceTimersByTimeAsync(500);
  expect(highlighted()).toEqual([]);
});
