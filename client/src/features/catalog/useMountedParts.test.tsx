import { act, render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, MemoryRouter, RouterProvider } from "react-router";
import { useMountedParts } from "./useMountedParts";

const counts: number[] = [];

function Parts() {
  const mounted = useMountedParts(3);
  counts.push(mounted);
  return <p>{mounted} parts</p>;
}

beforeEach(() => counts.splice(0));

test("mounts one part after another after a click", async () => {
  const router = createMemoryRouter([
    { path: "/", element: <p>list</p> },
    { path: "/product", element: <Parts /> },
  ]);
  render(<RouterProvider router={router} />);
  await act(() => router.navigate("/product"));
  expect(screen.getByText("3 parts")).toBeInTheDocument();
  expect([...new Set(counts)]).toEqual([1, 2, 3]);
  // The scroll position of a page in the history needs all of them.
  await act(() => router.navigate(-1));
  counts.splice(0);
  await act(() => router.navigate(1));
  expect([...new Set(counts)]).toEqual([3]);
});

test("mounts all parts of a document and of a URL with a hash", async () => {
  const app = (
    <MemoryRouter initialEntries={["/product"]}>
      <Parts />
    </MemoryRouter>
  );
  document.body.innerHTML = `<div>${renderToString(app)}</div>`;
  expect(document.body).toHaveTextContent("3 parts");
  await act(() => hydrateRoot(document.body.firstElementChild as Element, app));
  const router = createMemoryRouter([{ path: "*", element: <Parts /> }]);
  render(<RouterProvider router={router} />);
  await act(() => router.navigate("/product#downloads"));
  expect([...new Set(counts)]).toEqual([3]);
});
