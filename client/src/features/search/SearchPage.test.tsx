import { act, render, screen } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, useLoaderData } from "react-router";
import { RouterProvider } from "react-router/dom";
import type { SearchOverviewFragment } from "~/graph/generated/graphql";
import { AccountProvider, anonymousAccount } from "~/lib/account/account";
import { texts } from "../../../test/texts";
import { SearchPage } from "./SearchPage";

const found: SearchOverviewFragment = {
  query: "press",
  total: 0,
  isFiltered: false,
  isCorrected: false,
  isIncomplete: false,
  types: [],
  results: [],
  moreUrl: null,
  resetUrl: "/en/search?q=press",
  didYouMean: null,
  productsFor: null,
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Shows the results of a search; `answer` returns those of the n-th attempt, null for an unavailable search. */
async function show(answer: (attempt: number) => SearchOverviewFragment | null) {
  let attempts = 0;
  const Page = () => (
    <SearchPage
      overview={useLoaderData<SearchOverviewFragment | null>()}
      site={{ technicalName: "main", searchUrl: "/en/search" }}
      parts={[]}
    />
  );
  const loader = () => answer(++attempts);
  const routes = [{ path: "/", element: <Page />, loader, hydrateFallbackElement: <></> }];
  const router = createMemoryRouter(routes, { initialEntries: ["/?q=press"] });
  render(
    <IntlProvider locale="en" messages={texts}>
      <AccountProvider value={anonymousAccount}>
        <RouterProvider router={router} />
      </AccountProvider>
    </IntlProvider>,
  );
  await pass(0);
  return () => attempts;
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

test("repeats a search that is unavailable, until it has results", async () => {
  const attempts = await show((attempt) => (attempt > 2 ? found : null));
  expect(screen.getByRole("alert")).toHaveTextContent(/^The search cannot be reached/);
  for (let i = 0; i < 5; i++) await pass(4_000);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(screen.getByText("Nothing was found for “press”.")).toBeInTheDocument();
  expect(attempts()).toBe(3);
});

test("repeats a search three times at most", async () => {
  const attempts = await show(() => null);
  await pass(600_000);
  expect(screen.getByRole("alert")).toBeInTheDocument();
  expect(attempts()).toBe(4);
});

test("marks results in another language", async () => {
  const result = {
    id: "1",
    type: "SERVICE" as const,
    title: "Kurs",
    titleParts: [{ text: "Kurs", isMatch: true }],
    titleLanguage: "de",
    excerpt: [{ text: "Ein Tag.", isMatch: false }],
    excerptLanguage: "de",
    category: null,
    image: null,
    isRecommended: false,
    url: "/en/services/kurs",
  };
  const translated = {
    ...result,
    id: "2",
    titleParts: [{ text: "Course", isMatch: true }],
    titleLanguage: null,
    excerpt: [],
  };
  await show(() => ({ ...found, total: 2, results: [result, translated] }));
  for (const text of ["Kurs", "Ein Tag."])
    expect(screen.getByText(text).closest("[lang]")).toHaveAttribute("lang", "de");
  expect(screen.getByText("Course").closest("main [lang], li [lang]")).toBeNull();
});

test("leads to a search without typing errors, and to the products for a wire", async () => {
  await show(() => ({
    ...found,
    didYouMean: { text: "presses", url: "/en/search?q=presses" },
    productsFor: { text: "0.5 mm²", url: "/en/products?wire=0.5+mm%C2%B2" },
  }));
  expect(screen.getByText(/^Did you mean/)).toHaveTextContent("Did you mean presses?");
  expect(screen.getByRole("link", { name: "presses" })).toHaveAttribute("href", "/en/search?q=presses");
  const products = screen.getByRole("link", { name: "Products for 0.5 mm²" });
  expect(products).toHaveAttribute("href", "/en/products?wire=0.5+mm%C2%B2");
});

test("repeats a search with incomplete results", async () => {
  const attempts = await show((attempt) => ({ ...found, isIncomplete: attempt < 2 }));
  for (let i = 0; i < 5; i++) await pass(4_000);
  expect(attempts()).toBe(2);
});

test("shows what a result is, its picture, and that editors recommend it", async () => {
  const machine = {
    id: "1",
    type: "PRODUCT" as const,
    title: "Alpha 530",
    titleParts: [{ text: "Alpha 530", isMatch: true }],
    titleLanguage: null,
    excerpt: [],
    excerptLanguage: null,
    category: "Double-sided crimping machines",
    image: { source: "/images/alpha.png", srcset: null },
    isRecommended: true,
    url: "/en/products/alpha-530",
  };
  const office = {
    ...machine,
    id: "2",
    type: "LOCATION" as const,
    titleParts: [{ text: "Komax Japan", isMatch: true }],
    category: "Japan",
    image: null,
    isRecommended: false,
  };
  await show(() => ({ ...found, total: 2, results: [machine, office] }));
  const [first, second] = screen.getAllByRole("listitem").filter((item) => item.querySelector("h2"));
  expect(first).toHaveTextContent("RecommendedDouble-sided crimping machines");
  // The picture is decorative, and its size is reserved.
  const picture = first?.querySelector("img");
  expect(picture).toHaveAttribute("alt", "");
  expect(picture).toHaveAttribute("width", "80");
  expect(second).toHaveTextContent("Location · Japan");
  expect(second).not.toHaveTextContent("Recommended");
});
