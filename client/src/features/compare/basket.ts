import type { ProductItem } from "~/lib/url/requestUrl";

/** A product in the comparison basket. */
export interface BasketItem {
  slug: string;
  /** Null for the product's first variant. */
  variantId: string | null;
  /** Distinguishes this item from others of the same product: random and unique. */
  key: string;
}

/** The products of one classification; products are compared only within their classification. */
export interface BasketGroup {
  slug: string;
  products: readonly BasketItem[];
}

/** A classification whose products can be compared. */
export interface ComparableClassification {
  slug: string;
  maxCompared: number;
}

export interface Basket {
  classifications: readonly BasketGroup[];
}

export const emptyBasket: Basket = { classifications: [] };

/** Removes empty groups (CAT-27). */
function withoutEmpty(groups: readonly BasketGroup[]): Basket {
  return { classifications: groups.filter((group) => group.products.length > 0) };
}

function mapItems(basket: Basket, change: (items: readonly BasketItem[]) => readonly BasketItem[]): Basket {
  return withoutEmpty(basket.classifications.map((group) => ({ ...group, products: change(group.products) })));
}

/** Adds an item, and creates the group of its classification if it is missing. */
export function addToBasket(basket: Basket, classification: string, item: BasketItem): Basket {
  const hasGroup = basket.classifications.some((group) => group.slug === classification);
  const groups = hasGroup
    ? basket.classifications
    : [...basket.classifications, { slug: classification, products: [] }];
  return {
    classifications: groups.map((group) =>
      group.slug === classification ? { ...group, products: [...group.products, item] } : group,
    ),
  };
}

/** Removes one item. */
export function removeItem(basket: Basket, key: string): Basket {
  return mapItems(basket, (items) => items.filter((item) => item.key !== key));
}

/** Removes all items of a product. */
export function removeProduct(basket: Basket, slug: string): Basket {
  return mapItems(basket, (items) => items.filter((item) => item.slug !== slug));
}

/** Removes a whole classification. */
export function removeClassification(basket: Basket, slug: string): Basket {
  return withoutEmpty(basket.classifications.filter((group) => group.slug !== slug));
}

/** Changes the variant of an item. */
export function changeVariant(basket: Basket, key: string, variantId: string): Basket {
  return mapItems(basket, (items) => items.map((item) => (item.key === key ? { ...item, variantId } : item)));
}

export function isInBasket(basket: Basket, slug: string): boolean {
  return basket.classifications.some((group) => group.products.some((item) => item.slug === slug));
}

/** Whether a classification already has the maximum number of products that can be compared. */
export function isGroupFull(basket: Basket, { slug, maxCompared }: ComparableClassification): boolean {
  return basket.classifications.some((group) => group.slug === slug && group.products.length >= maxCompared);
}

export function countItems(basket: Basket): number {
  return basket.classifications.reduce((n, group) => n + group.products.length, 0);
}

function isItem(value: unknown): value is BasketItem {
  const item = value as Partial<BasketItem> | null;
  return (
    typeof item?.slug === "string" &&
    typeof item.key === "string" &&
    (item.variantId === null || typeof item.variantId === "string")
  );
}

/** Parses the stored basket. Throws if the text is invalid; the caller starts with an empty basket then. */
export function parseBasket(text: string | null): Basket {
  if (!text) return emptyBasket;
  const value = JSON.parse(text) as { classifications?: unknown } | null;
  if (!Array.isArray(value?.classifications)) throw new Error("No classifications.");
  const groups = (value.classifications as ({ slug?: unknown; products?: unknown } | null)[]).map((group) => {
    if (typeof group?.slug !== "string" || !Array.isArray(group.products) || !group.products.every(isItem)) {
      throw new Error("A classification is malformed.");
    }
    return { slug: group.slug, products: group.products };
  });
  return withoutEmpty(groups);
}

/** Puts the items of a comparison in place of those of a classification; other groups stay (CAT-46). */
export function replaceGroup(basket: Basket, classification: string, items: readonly ProductItem[]): Basket {
  const kept = basket.classifications.find((group) => group.slug === classification)?.products.slice() ?? [];
  const products = items.map(({ slug, variantId }): BasketItem => {
    const at = kept.findIndex((item) => item.slug === slug && item.variantId === variantId);
    const [same] = at < 0 ? [] : kept.splice(at, 1);
    return same ?? { slug, variantId, key: crypto.randomUUID() };
  });
  const hasGroup = basket.classifications.some((group) => group.slug === classification);
  return withoutEmpty(
    hasGroup
      ? basket.classifications.map((group) => (group.slug === classification ? { ...group, products } : group))
      : [...basket.classifications, { slug: classification, products }],
  );
}
