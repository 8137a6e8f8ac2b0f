import { itemText, type ProductItem } from "~/lib/url/requestUrl";

/** The parameter with the products of a comparison: `alpha-530:alpha-530-s,alpha-550` (CAT-44). */
export const comparisonParameter = "compare";

/** The parameters of the form that adds a product, or replaces the one at a position. */
export const addedParameter = "compare-with";
export const positionParameter = "compare-at";

/** Encodes a comparison for the URL. */
export const itemsText = (items: readonly ProductItem[]) => items.map(itemText).join(",");

/** Decodes an item of a comparison. */
export function parseItem(text: string): ProductItem {
  const [slug = "", variantId] = text.split(":");
  return { slug, variantId: variantId ?? null };
}

/** The query of the URL of a comparison. The separators stay readable. */
export function comparisonSearch(items: readonly ProductItem[]): string {
  const encoded = items.map(({ slug, variantId }) =>
    [slug, variantId]
      .filter((part) => part !== null)
      .map(encodeURIComponent)
      .join(":"),
  );
  return `?${comparisonParameter}=${encoded.join(",")}`;
}

/** Moves an item to another position. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, i) => i !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}
