import { firstView } from "./firstView";

/** Whether the app may be loaded now. */
async function isOver(view: Promise<void>) {
  let over = false;
  void view.then(() => (over = true));
  await jest.advanceTimersByTimeAsync(0);
  return over;
}

const frame = () => jest.advanceTimersByTimeAsync(20);

function show(markup: string): HTMLImageElement | null {
  document.body.innerHTML = `<div id="strand">${markup}</div>`;
  const picture = document.querySelector("img");
  if (picture) Object.defineProperty(picture, "complete", { value: false });
  return picture;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  document.body.innerHTML = "";
  jest.useRealTimers();
});

test("waits for the main picture and its frame", async () => {
  const picture = show('<img fetchpriority="high">');
  const view = firstView();
  await frame();
  expect(await isOver(view)).toBe(false);
  picture?.dispatchEvent(new Event("load"));
  expect(await isOver(view)).toBe(false);
  await frame();
  expect(await isOver(view)).toBe(true);
});

test("waits for one frame without a main picture", async () => {
  show("<h1>Wires</h1><img>");
  const view = firstView();
  expect(await isOver(view)).toBe(false);
  await frame();
  expect(await isOver(view)).toBe(true);
});

test("does not wait after the first interaction", async () => {
  show('<img fetchpriority="high">');
  const view = firstView();
  document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  expect(await isOver(view)).toBe(true);
});

test("does not wait for a slow picture for longer than three seconds", async () => {
  show('<img fetchpriority="high">');
  const view = firstView();
  await jest.advanceTimersByTimeAsync(2900);
  expect(await isOver(view)).toBe(false);
  await jest.advanceTimersByTimeAsync(100);
  expect(await isOver(view)).toBe(true);
});

test("does not wait if the document shows nothing", async () => {
  show("");
  expect(await isOver(firstView())).toBe(true);
});
