import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { ListedProductFragment, ProductTeaserFragment } from "~/graph/generated/graphql";
import { Card, CardGrid } from "~/ui/card/Card";

/** Renders the action of a product in a list, such as the comparison toggle. */
export type ProductAction = (product: ProductTeaserFragment) => ReactNode;

/** Products or services as picture tiles that link to their pages. */
export function ProductGrid({
  products,
  action,
}: {
  products: readonly (ProductTeaserFragment & Partial<Pick<ListedProductFragment, "keyFigures">>)[];
  action?: ProductAction | undefined;
}) {
  const { formatMessage } = useIntl();
  return (
    <CardGrid>
      {products.map((product) => (
        <Card
          key={product.slug}
          title={product.name}
          url={product.url}
          text={product.shortDescription}
          picture={{ ...product.image, url: product.image.source }}
          facts={[
            product.brand?.name,
            product.variantCount > 1 && formatMessage({ id: "catalog.variants" }, { count: product.variantCount }),
          ]
            .filter(Boolean)
            .join(" · ")}
          figures={product.keyFigures ?? undefined}
          action={action?.(product)}
        />
      ))}
    </CardGrid>
  );
}
