import { useIntl } from "react-intl";
import type { ListingFigureFragment, ListingItemFragment, ProductTeaserFragment } from "~/graph/generated/graphql";
import { useForeignLanguage } from "~/i18n/useForeignLanguage";
import { Card, CardGrid, type CardProps } from "~/ui/card/Card";
import { MetaLine } from "~/ui/meta/MetaLine";
import { DimensionLine } from "./DimensionLine";
import { ListingActions, type ProductAction } from "./ListingActions";

/** Products or services as picture tiles that link to their pages. */
export function ProductGrid({ products }: { products: readonly ProductTeaserFragment[] }) {
  return (
    <CardGrid>
      {products.map((product) => (
        <ProductCard key={product.slug} product={product} />
      ))}
    </CardGrid>
  );
}

/** The products of a listing as cards with their key figures, and with lines of the figures that it is filtered by. */
export function ListingGrid({
  items,
  figures,
  action,
}: {
  items: readonly ListingItemFragment[];
  figures: readonly ListingFigureFragment[];
  action?: ProductAction | undefined;
}) {
  const isOnLine = (name: string) => figures.some((figure) => figure.isFiltered && figure.label === name);
  return (
    <CardGrid>
      {items.map(({ product, keyFigures, values }) => (
        <ProductCard
          key={product.slug}
          product={product}
          figures={keyFigures.filter(({ name }) => !isOnLine(name))}
          lines={figures.map((figure, i) => {
            const value = values[i];
            if (!figure.isFiltered || !value) return null;
            return <DimensionLine key={figure.fitsParameter} figure={figure} value={value} />;
          })}
          action={<ListingActions product={product} action={action} />}
        />
      ))}
    </CardGrid>
  );
}

function ProductCard({
  product,
  ...card
}: { product: ProductTeaserFragment } & Pick<CardProps, "figures" | "lines" | "action">) {
  const { formatMessage } = useIntl();
  const foreign = useForeignLanguage();
  const facts = [
    product.brand?.name,
    product.variantCount > 1 && formatMessage({ id: "catalog.variants" }, { count: product.variantCount }),
  ].filter(Boolean);
  return (
    <Card
      title={product.name}
      titleLanguage={foreign(product.nameLanguage.languageTag)}
      url={product.url}
      text={product.shortDescription}
      textLanguage={foreign(product.contentLanguage.languageTag)}
      picture={{ ...product.image, url: product.image.source }}
      facts={facts.length > 0 && <MetaLine items={facts} />}
      {...card}
    />
  );
}
