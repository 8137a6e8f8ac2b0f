import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { pageData, renderSite } from "../../test/renderSite";

const links = ["/en/about", "/en?page=2", "/en/about#history"];
const home = () => Response.json(pageData("Home", links));
const about = () => Response.json(pageData("About us"));

async function show(answer: (path: string) => Response | Promise<Response>) {
  const shown = renderSite("/en", answer);
  await screen.findByRole("heading", { name: "Home" });
  return shown;
}

const follow = (url: string) => userEvent.click(screen.getByRole("link", { name: `To ${url}` }));
const content = () => screen.getByRole("main");

afterEach(() => {
  Object.defineProperty(window, "scrollY", { value: 0, configurable: true });
  jest.restoreAllMocks();
});

test("moves the focus to the content of a page with another path", async () => {
  await show((path) => (path === "/en/about" ? about() : home()));
  expect(content()).not.toHaveFocus();
  await follow("/en/about");
  await screen.findByRole("heading", { name: "About us" });
  expect(content()).toHaveFocus();
});

test("keeps the focus when only the query changes", async () => {
  await show((path) => (path === "/en?page=2" ? Response.json(pageData("Page 2", links)) : home()));
  await follow("/en?page=2");
  await screen.findByRole("heading", { name: "Page 2" });
  expect(screen.getByRole("link", { name: "To /en?page=2" })).toHaveFocus();
});

test("marks the document while a navigation is loading", async () => {
  let answer: (response: Response) => void = () => undefined;
  await show((path) => (path === "/en/about" ? new Promise((resolve) => (answer = resolve)) : home()));
  const { dataset } = document.documentElement;
  expect(dataset.loading).toBeUndefined();
  await follow("/en/about");
  expect(dataset.loading).toBe("");
  // The previous page stays until then.
  expect(screen.getByRole("heading", { name: "Home" })).toBeInTheDocument();
  await act(async () => {
    answer(about());
    await Promise.resolve();
  });
  await screen.findByRole("heading", { name: "About us" });
  expect(dataset.loading).toBeUndefined();
});

test("scrolls a new page to the top and restores the position on back navigation", async () => {
  const { router, scrollTo } = await show((path) => (path === "/en/about" ? about() : home()));
  Object.defineProperty(window, "scrollY", { value: 640, configurable: true });
  await follow("/en/about");
  await screen.findByRole("heading", { name: "About us" });
  expect(scrollTo.mock.lastCall).toEqual([0, 0]);
  await act(() => router.navigate(-1));
  await waitFor(() => expect(scrollTo.mock.lastCall).toEqual([0, 640]));
});
