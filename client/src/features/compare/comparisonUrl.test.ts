// Rules: CAT-44.

import { comparisonSearch, itemsText, moved, parseItem } from "./comparisonUrl";

const items = [
  { slug: "h-20", variantId: "h-20-l" },
  { slug: "blade-1", variantId: null },
];

test("encodes a comparison in a URL", () => {
  expect(itemsText(items)).toBe("h-20:h-20-l,blade-1");
  expect(comparisonSearch(items)).toBe("?compare=h-20:h-20-l,blade-1");
  expect(comparisonSearch([{ slug: "m & m", variantId: null }])).toBe("?compare=m%20%26%20m");
});

test.each(items)("decodes the item $slug", (item) => {
  expect(parseItem(itemsText([item]))).toEqual(item);
});

test.each([
  [0, 1, "bac"],
  [0, 2, "bca"],
  [2, 0, "cab"],
  [1, 1, "abc"],
])("moves the item at %d to %d", (from, to, expected) => {
  expect(moved(["a", "b", "c"], from, to).join("")).toBe(expected);
});
