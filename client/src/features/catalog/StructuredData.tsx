import { useOrigin } from "~/app/origin";
import type { ProductPageFragment } from "~/graph/generated/graphql";
import type { BreadcrumbEntry } from "~/ui/breadcrumb/Breadcrumb";

/** JSON-LD for search engines; `<` is written so that no text can end the element. */
function Facts({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replace(/</g, "\\u003c") }}
    />
  );
}

/** A product or service as schema.org describes them. */
export function ProductFacts({ product }: { product: ProductPageFragment }) {
  const origin = useOrigin();
  return (
    <Facts
      data={{
        "@context": "https://schema.org",
        "@type": product.type === "SERVICE" ? "Service" : "Product",
        name: product.name,
        description: product.shortDescription ?? undefined,
        url: product.canonicalUrl ?? undefined,
        image: product.images.map((image) => new URL(image.source, origin).href),
        brand: product.brand ? { "@type": "Brand", name: product.brand.name } : undefined,
        category: product.classification?.name,
        additionalProperty:
          product.type === "SERVICE"
            ? undefined
            : (product.variants[0] ?? product).metric.map((row) => ({
                "@type": "PropertyValue",
                name: row.name,
                value: row.value,
                unitText: row.unit ?? undefined,
              })),
      }}
    />
  );
}

/** The way to a page as schema.org describes it. */
export function TrailFacts({ entries }: { entries: readonly BreadcrumbEntry[] }) {
  const origin = useOrigin();
  return (
    <Facts
      data={{
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        itemListElement: entries.map((entry, i) => ({
          "@type": "ListItem",
          position: i + 1,
          name: entry.title,
          item: entry.url ? new URL(entry.url, origin).href : undefined,
        })),
      }}
    />
  );
}
