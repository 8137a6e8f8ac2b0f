import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { type ChangeAddress, pendingAfter, useAreaAddress } from "./useAreaAddress";

let change: ChangeAddress;
function Area() {
  change = useAreaAddress();
  return <Link to="?page=%2Fabout">About</Link>;
}

/** A router whose addresses are loaded when the test says so. */
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

test("choices that follow each other are all in the address, also before the first one is loaded", async () => {
  const { router, load } = show();
  await screen.findByRole("link");
  act(() => change({ language: "de" }));
  act(() => change({ country: "CH" }));
  await load("?language=de");
  act(() => change({ stage: "DRAFT" }));
  await load("?language=de&country=CH&stage=DRAFT");
  expect(router.state.location.search).toBe("?language=de&country=CH&stage=DRAFT");
  act(() => change({ country: "" }));
  await load("?language=de&stage=DRAFT");
  expect(router.state.location.search).toBe("?language=de&stage=DRAFT");
});

test("another address takes the place of what was chosen", async () => {
  const { router, load } = show();
  const link = await screen.findByRole("link");
  act(() => change({ language: "de" }));
  act(() => link.click());
  await load("?page=%2Fabout");
  act(() => change({ stage: "DRAFT" }));
  await load("?page=%2Fabout&stage=DRAFT");
  expect(router.state.location.search).toBe("?page=%2Fabout&stage=DRAFT");
});

test.each([
  [["?a", "?b", "?c"], "?a", ["?b", "?c"]],
  [["?a", "?b", "?c"], "?c", []],
  [["?a", "?b"], "?elsewhere", []],
  [["?a", "?b", "?a"], "?a", []],
])("of %j, once %s is shown, %j are pending", (pending, shown, left) => {
  expect(pendingAfter(pending, shown)).toEqual(left);
});
