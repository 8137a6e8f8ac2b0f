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

const byId = (id: string) => document.getElementById(id)!;
const highlighted = () => [...document.querySelectorAll("[data-preview-changed]")].map(({ id }) => id);

/** Updates the page as React does: a part at once, and a part a little later. */
async function update(now: () => void, later?: () => void) {
  const done = highlightChanges(() => {
    now();
    if (later) setTimeout(later, 100);
    return Promise.resolve();
  });
  await jest.advanceTimersByTimeAsync(500);
  await done;
}

test("what changed is highlighted once: texts, pictures and new elements, also those that come a little later", async () => {
  await update(
    () => {
      byId("text").firstChild!.nodeValue = "Another text";
      byId("photo").setAttribute("src", "/two.png");
    },
    () => byId("first").insertAdjacentHTML("afterend", '<p id="new">New</p>'),
  );
  expect(highlighted()).toEqual(["text", "new", "photo"]);
  await jest.advanceTimersByTimeAsync(1600);
  expect(highlighted()).toEqual([]);
});

test("of what is inside each other, the outermost is highlighted; nothing outside of the content is", async () => {
  await update(() => {
    byId("menu").textContent = "Another menu";
    byId("content").insertAdjacentHTML("beforeend", '<section id="new"><p id="inner">New</p></section>');
    byId("inner").firstChild!.nodeValue = "Newer";
  });
  expect(highlighted()).toEqual(["new"]);
});

test("an update that changes nothing, or fails, highlights nothing", async () => {
  await update(() => undefined);
  expect(highlighted()).toEqual([]);
  const failure = highlightChanges(() => Promise.reject(new Error("The page cannot be loaded.")));
  await expect(failure).rejects.toThrow("The page cannot be loaded.");
  byId("text").firstChild!.nodeValue = "Later";
  await jest.advanceTimersByTimeAsync(500);
  expect(highlighted()).toEqual([]);
});
