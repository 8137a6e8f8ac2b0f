import { createContext, useContext } from "react";

/** What a visitor can request (`form.RequestedField` in `domain/form`). */
export type Requested = "quote" | "demonstration" | "sampleTest" | "callBack";

export interface RequestParameters {
  what: Requested;
  /** The slug of a product, for the URL of a request without one. */
  product?: string | undefined;
  /** The id of a variant. */
  model?: string | null | undefined;
  units?: "METRIC" | "IMPERIAL" | undefined;
  country?: string | null | undefined;
}

/** Adds parameters to the URL of a request (`Site.requestUrl`, `Product.requestUrl`). */
export function withParameters(
  requestUrl: string,
  { what, product, model, units, country }: RequestParameters,
): string {
  const [path = "", search] = requestUrl.split("?");
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries({ product, what, model, units: units?.toLowerCase(), country })) {
    if (value) query.set(name, value);
  }
  return `${path}?${query.toString()}`;
}

const RequestUrlContext = createContext<string | undefined>(undefined);

export const RequestUrlProvider = RequestUrlContext.Provider;

/** The URL of a request on this page, with its product; undefined outside of the frame of a site. */
export function useRequestUrl(): string | undefined {
  return useContext(RequestUrlContext);
}

/** A product of a request or a comparison. */
export interface ProductItem {
  slug: string;
  /** Null for none in a request, and for the product's first variant in a comparison. */
  variantId: string | null;
}

/** Encodes a product for a parameter of a URL. */
export const itemText = ({ slug, variantId }: ProductItem) => (variantId ? `${slug}:${variantId}` : slug);

/** The URL of a request for a quote for several machines (`product=alpha-530&product=alpha-550:id of a variant`). */
export function requestUrlOf(requestUrl: string, items: readonly ProductItem[]): string {
  const [path = ""] = requestUrl.split("?");
  const query = new URLSearchParams();
  for (const item of items) query.append("product", itemText(item));
  query.set("what", "quote");
  return `${path}?${query.toString()}`;
}
