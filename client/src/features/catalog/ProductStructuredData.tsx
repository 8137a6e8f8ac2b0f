import { useIntl } from "react-intl";
import type { ProductModel, Service } from "schema-dts";
import type { ProductPageFragment } from "~/graph/generated/graphql";
import { type DescribedSite, useAbsoluteUrl, useOrganization } from "~/ui/structured-data/descriptions";
import { propertyValue } from "~/ui/structured-data/propertyValue";
import { StructuredData } from "~/ui/structured-data/StructuredData";

/** The structured data (schema.org) of a product or service. */
export function ProductStructuredData({ product, site }: { product: ProductPageFragment; site: DescribedSite }) {
  const absolute = useAbsoluteUrl();
  const organization = useOrganization()(site);
  const { locale } = useIntl();
  const shared = {
    name: product.name,
    description: product.shortDescription ?? undefined,
    url: product.canonicalUrl ? absolute(product.canonicalUrl) : undefined,
    image: product.images.map((image) => absolute(image.source)),
    brand: product.brand ? ({ "@type": "Brand", name: product.brand.name } as const) : undefined,
  };
  const service: Exclude<Service, string> = {
    "@type": "Service",
    ...shared,
    serviceType: product.classification?.name,
    provider: organization,
  };
  const rows = (product.variants[0] ?? product).metric.flatMap((group) => group.specifications);
  // The kind of Product that describes a model without offering it: search engines require a price of any other.
  const machine: Exclude<ProductModel, string> = {
    "@type": "ProductModel",
    ...shared,
    // The product data has no article number: this is its only identifier.
    sku: product.slug,
    category: product.classification?.name,
    manufacturer: organization,
    additionalProperty: rows.map((row) => propertyValue(row, locale)),
  };
  // The film of a service is not described: search engines require its date, which the product data lacks.
  return <StructuredData data={product.type === "SERVICE" ? service : machine} />;
}
