import { act, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { pendingAfter, useAreaUrl } from "./useAreaUrl";

/** Selects of a context, and a link like those of the tree. */
function Area() {
  const { change, isChanging } = useAreaUrl();
  return (
    <>
      <button onClick={() => change({ language: "de" })}>German</button>
      <button onClick={() => change({ country: "CH" })}>Switzerland</button>
      <button onClick={() => change({ country: "" })}>International</button>
      <button onClick={() => change({ stage: "DRAFT" })}>Draft</button>
      <button onClick={() => change({})}>Same</button>
      <p role="status">{isChanging ? "changing" : "shown"}</p>
      <Link to="?page=%2Fabout">About</Link>
    </>
  );
}
const press = (name: string) => fireEvent.click(screen.getByText(name));

/** A router whose loader resolves when the test says so. */
function show() {
  const loads = new Map<string, () => void>();
  const router = createMemoryRouter(
    [
      {
        path: "/en/editor",
        element: <Area />,
        loader: ({ request: { url } }) => {
          const { search } = new URL(url);
          return search ? new Promise((resolve) => loads.set(search, () => resolve(null))) : null;
        },
        HydrateFallback: () => null,
      },
    ],
    { initialEntries: ["/en/editor"] },
  );
  render(<RouterProvider router={router} />);
  const load = (search: string) =>
    act(async () => {
      loads.get(search)?.();
      await new Promise((resolve) => setTimeout(resolve));
    });
  return { router, load };
}

test("keeps successive choices in the URL, also before the first one is loaded", async () => {
  const { router, load } = show();
  await screen.findByText("German");
  press("German");
  press("Switzerland");
  await load("?language=de");
  press("Draft");
  await load("?language=de&country=CH&stage=DRAFT");
  expect(router.state.location.search).toBe("?language=de&country=CH&stage=DRAFT");
  press("International");
  await load("?language=de&stage=DRAFT");
  expect(router.state.location.search).toBe("?language=de&stage=DRAFT");
});

test("drops pending choices when another URL is navigated to", async () => {
  const { router, load } = show();
  await screen.findByText("German");
  press("German");
  press("About");
  await load("?page=%2Fabout");
  press("Draft");
  await load("?page=%2Fabout&stage=DRAFT");
  expect(router.state.location.search).toBe("?page=%2Fabout&stage=DRAFT");
});

test("tells whether a choice is not shown yet, also one that changes nothing", async () => {
  const { load } = show();
  const status = await screen.findByRole("status");
  expect(status).toHaveTextContent("shown");
  press("German");
  expect(status).toHaveTextContent("changing");
  await load("?language=de");
  expect(status).toHaveTextContent("shown");
  press("Same");
  expect(status).toHaveTextContent("changing");
  await load("?language=de");
  expect(status).toHaveTextContent("shown");
});

test.each([
  [["?a", "?b", "?c"], "?a", ["?b", "?c"]],
  [["?a", "?b", "?c"], "?c", []],
  [["?a", "?b"], "?elsewhere", []],
  [["?a", "?b", "?a"], "?a", []],
])("returns the pending queries of %j once %s is shown: %j", (pending, shown, left) => {
  expect(pendingAfter(pending, shown)).toEqual(left);
});
