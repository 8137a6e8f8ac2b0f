// Rules: CAT-29.

import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderWithGraph } from "../../../test/graph";
import { addToBasket, emptyBasket } from "./basket";
import { ComparisonBar } from "./ComparisonBar";
import { CompareToggle } from "./CompareToggle";
import { storageKey, updateBasket } from "./useBasket";

const classification = { slug: "presses", maxCompared: 12 };

function show() {
  renderWithGraph(
    <>
      <CompareToggle product={{ slug: "h-40", name: "H 40", classification }} />
      <ComparisonBar system="METRIC" />
    </>,
  );
  return screen.getByRole("button", { name: "Compare H 40" });
}

beforeEach(() => updateBasket(() => addToBasket(emptyBasket, "presses", { slug: "h-20", variantId: null, key: "1" })));
afterEach(() => {
  jest.restoreAllMocks();
  act(() => updateBasket(() => emptyBasket));
});

test("adds a product to the basket and removes it again", async () => {
  const toggle = show();
  await userEvent.click(toggle);
  expect(toggle).toHaveAttribute("aria-pressed", "true");
  expect(screen.getByRole("button", { name: "Compare (2)" })).toBeInTheDocument();
  expect(window.localStorage.getItem(storageKey)).toContain("h-40");
  await userEvent.click(toggle);
  expect(screen.getByRole("button", { name: "Compare (1)" })).toBeInTheDocument();
});

test("adds a product to the basket of this page when the browser's storage is full", async () => {
  const warned = jest.spyOn(console, "warn").mockImplementation(() => {});
  const full = jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const toggle = show();
  await userEvent.click(toggle);
  expect(toggle).toHaveAttribute("aria-pressed", "true");
  expect(screen.getByRole("button", { name: "Compare (2)" })).toBeInTheDocument();
  expect(warned).toHaveBeenCalledTimes(1);

  // Once there is room again, the next change stores the basket of this page.
  full.mockRestore();
  act(() => updateBasket((basket) => addToBasket(basket, "blades", { slug: "blade", variantId: null, key: "3" })));
  expect(window.localStorage.getItem(storageKey)).toMatch(/h-20.*h-40.*blade/);
});

test("keeps the basket of this page when the storage cannot be read, and logs it once", async () => {
  const warned = jest.spyOn(console, "warn").mockImplementation(() => {});
  jest.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  const toggle = show();
  await userEvent.click(toggle);
  expect(toggle).toHaveAttribute("aria-pressed", "true");
  expect(screen.getByRole("button", { name: "Compare (2)" })).toBeInTheDocument();
  expect(warned).toHaveBeenCalledTimes(1);
});
