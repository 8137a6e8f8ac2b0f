// Rules: CAT-26, CAT-27, CAT-46.

import {
  addToBasket,
  type Basket,
  changeVariant,
  isInBasket,
  countItems,
  emptyBasket,
  isGroupFull,
  parseBasket,
  removeClassification,
  removeItem,
  removeProduct,
  replaceGroup,
} from "./basket";

const item = (slug: string, key: string, variantId: string | null = null) => ({ slug, key, variantId });

/** Two groups: one with two instances of a product, one with a single product. */
const filledBasket: Basket = [
  ["presses", item("h-20", "1")],
  ["presses", item("h-20", "2", "h-20-l")],
  ["blades", item("blade-1", "3")],
].reduce<Basket>((basket, [group, product]) => addToBasket(basket, group as string, product as never), emptyBasket);

const summary = (basket: Basket) =>
  basket.classifications.map((g) => `${g.slug}: ${g.products.map((p) => p.key).join(" ")}`);

test("adds a product to a new group of its classification, and the next product to the same group", () => {
  expect(summary(filledBasket)).toEqual(["presses: 1 2", "blades: 3"]);
  expect(countItems(filledBasket)).toBe(3);
  expect(isInBasket(filledBasket, "blade-1")).toBe(true);
});

test("removes one instance and keeps another of the same product", () => {
  expect(summary(removeItem(filledBasket, "1"))).toEqual(["presses: 2", "blades: 3"]);
});

test("removes all instances of a product and the group that becomes empty", () => {
  expect(summary(removeProduct(filledBasket, "h-20"))).toEqual(["blades: 3"]);
  expect(summary(removeItem(filledBasket, "3"))).toEqual(["presses: 1 2"]);
});

test("removes a whole classification", () => {
  expect(summary(removeClassification(filledBasket, "presses"))).toEqual(["blades: 3"]);
});

test("changes the variant of one instance", () => {
  const [group] = changeVariant(filledBasket, "1", "h-20-s").classifications;
  expect(group?.products.map((p) => p.variantId)).toEqual(["h-20-s", "h-20-l"]);
});

test("parses what it has stored", () => {
  expect(parseBasket(JSON.stringify(filledBasket))).toEqual(filledBasket);
  expect(parseBasket(null)).toEqual(emptyBasket);
});

test.each([
  "{",
  "null",
  "[]",
  '{"classifications":[{"slug":1,"products":[]}]}',
  '{"classifications":[{"slug":"a","products":[{}]}]}',
])("rejects text that is not a basket: %s", (text) => {
  expect(() => parseBasket(text)).toThrow();
});

test("replaces the group of a classification and keeps the keys of items that stay", () => {
  const changed = replaceGroup(filledBasket, "presses", [
    { slug: "h-20", variantId: "h-20-l" },
    { slug: "h-40", variantId: null },
    { slug: "h-20", variantId: "h-20-l" },
  ]);
  const [presses, blades] = changed.classifications;
  expect(presses?.products.map(({ slug, variantId }) => [slug, variantId])).toEqual([
    ["h-20", "h-20-l"],
    ["h-40", null],
    ["h-20", "h-20-l"],
  ]);
  expect(presses?.products[0]?.key).toBe("2");
  expect(new Set(presses?.products.map(({ key }) => key)).size).toBe(3);
  expect(blades).toEqual(filledBasket.classifications[1]);
});

test("adds a missing group, and removes one without items", () => {
  expect(countItems(replaceGroup(emptyBasket, "presses", [{ slug: "h-20", variantId: null }]))).toBe(1);
  expect(summary(replaceGroup(filledBasket, "blades", []))).toEqual(["presses: 1 2"]);
});

test("reports a classification as full when it has the maximum number of products", () => {
  let basket = emptyBasket;
  for (let i = 0; i < 3; i++) {
    expect(isGroupFull(basket, { slug: "presses", maxCompared: 3 })).toBe(false);
    basket = addToBasket(basket, "presses", item("h-20", String(i)));
  }
  expect(isGroupFull(basket, { slug: "presses", maxCompared: 3 })).toBe(true);
});
