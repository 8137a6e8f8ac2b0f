import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { ProductTeaserFragment } from "~/graph/generated/graphql";
import { Picture } from "~/ui/picture/Picture";
import styles from "./Cards.module.css";

/** Products or services as pictures that lead to their pages. */
export function ProductGrid({
  products,
  headingLevel = 3,
}: {
  products: readonly ProductTeaserFragment[];
  headingLevel?: 2 | 3;
}) {
  return (
    <ul className={styles.grid}>
      {products.map((product) => (
        <li key={product.slug} className={styles.card}>
          <ProductCard product={product} headingLevel={headingLevel} />
        </li>
      ))}
    </ul>
  );
}

function ProductCard({ product, headingLevel }: { product: ProductTeaserFragment; headingLevel: 2 | 3 }) {
  const { formatMessage } = useIntl();
  const Heading = `h${headingLevel}` as const;
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
      <Heading className={styles.name}>
        {product.url ? (
          <Link className={styles.link} to={product.url}>
            {product.name}
          </Link>
        ) : (
          product.name
        )}
      </Heading>
      {product.shortDescription && <p className={styles.text}>{product.shortDescription}</p>}
      {facts.length > 0 && <p className={styles.facts}>{facts.join(" · ")}</p>}
    </>
  );
}
