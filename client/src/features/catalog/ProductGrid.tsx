import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { ProductTeaserFragment } from "~/graph/generated/graphql";
import { Picture } from "~/ui/picture/Picture";
import styles from "./Cards.module.css";

/** What can be done with a product in a list. */
export type ProductAction = (product: ProductTeaserFragment) => ReactNode;

/** Products or services as pictures that lead to their pages. */
export function ProductGrid({
  products,
  action,
}: {
  products: readonly ProductTeaserFragment[];
  action?: ProductAction | undefined;
}) {
  return (
    <ul className={styles.grid}>
      {products.map((product) => (
        <li key={product.slug} className={styles.card}>
          <ProductCard product={product} action={action?.(product)} />
        </li>
      ))}
    </ul>
  );
}

function ProductCard({ product, action }: { product: ProductTeaserFragment; action: ReactNode }) {
  const { formatMessage } = useIntl();
  const facts = [
    product.brand?.name,
    product.variantCount > 1 && formatMessage({ id: "catalog.variants" }, { count: product.variantCount }),
  ].filter(Boolean);
  return (
    <>
      <div className={styles.media}>
        <Picture
          // The name stands beside it.
          picture={{ ...product.image, url: product.image.source, alternativeText: "" }}
          sizes="(min-width: 64rem) 30vw, (min-width: 40rem) 50vw, 100vw"
        />
      </div>
      <h3 className={styles.name}>
        {product.url ? (
          <Link className={styles.link} to={product.url}>
            {product.name}
          </Link>
        ) : (
          product.name
        )}
      </h3>
      {product.shortDescription && <p className={styles.text}>{product.shortDescription}</p>}
      {facts.length > 0 && <p className={styles.facts}>{facts.join(" · ")}</p>}
      {action && <p className={styles.action}>{action}</p>}
    </>
  );
}
