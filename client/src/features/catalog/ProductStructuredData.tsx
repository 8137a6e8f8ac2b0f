import { useOrigin } from "~/lib/url/origin";
import type { ProductPageFragment } from "~/graph/generated/graphql";
import { StructuredData } from "~/ui/structured-data/StructuredData";

/** The structured data (schema.org) of a product or service. */
export function ProductStructuredData({ product }: { product: ProductPageFragment }) {
  const origin = useOrigin();
  return (
    <StructuredData
      data={{
        "@context": "https://schema.org",
        "@type": product.type === "SERVICE" ? "Service" : "Product",
        name: product.name,
        sku: product.type === "SERVICE" ? undefined : product.slug,
        description: product.shortDescription ?? undefined,
        url: product.canonicalUrl ?? undefined,
        image: product.images.map((image) => new URL(image.source, origin).href),
        brand: product.brand ? { "@type": "Brand", name: product.brand.name } : undefined,
        category: product.classification?.name,
        additionalProperty:
          product.type === "SERVICE"
            ? undefined
            : (product.variants[0] ?? product).metric
                .flatMap((group) => group.specifications)
                .map((row) => ({
                  "@type": "PropertyValue",
                  name: row.name,
                  value: row.value,
                  unitText: row.unit ?? undefined,
                })),
      }}
    />
  );
}
