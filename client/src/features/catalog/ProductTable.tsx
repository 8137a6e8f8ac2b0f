import { clsx } from "clsx";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { CatalogPageFragment } from "~/graph/generated/graphql";
import { useForeignLanguage } from "~/i18n/useForeignLanguage";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import fade from "~/ui/table/ScrollFade.module.css";
import { ListingActions } from "./ListingActions";
import type { ProductAction } from "./ListingActions";
import styles from "./ProductTable.module.css";

/** The products of a listing as rows, with their figures as columns. On a narrow screen it scrolls sideways. */
export function ProductTable({
  listing: { items, figures },
  action,
}: {
  listing: NonNullable<CatalogPageFragment["listing"]>;
  action?: ProductAction | undefined;
}) {
  const { formatMessage } = useIntl();
  const foreign = useForeignLanguage();
  if (items.length === 0) return null;
  const title = formatMessage({ id: "catalog.product" });
  return (
    // A scroll container must be reachable by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={clsx(styles.scroller, fade.inline)} role="group" aria-label={title} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            {figures.map(({ label, foreignLanguage, unit, fitsParameter }) => (
              <th key={fitsParameter} scope="col" className={styles.number}>
                <span lang={foreignLanguage ?? undefined}>{label}</span>
                {unit && <span className={styles.unit}> {unit}</span>}
              </th>
            ))}
            <th scope="col">
              <VisuallyHidden>{formatMessage({ id: "catalog.actions" })}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ product, values }) => (
            <tr key={product.slug}>
              <th scope="row">
                <span lang={foreign(product.nameLanguage.languageTag)}>
                  {product.url ? <Link to={product.url}>{product.name}</Link> : product.name}
                </span>
                {product.brand && <span className={styles.brand}>{product.brand.name}</span>}
              </th>
              {values.map((value, i) => (
                <td key={figures[i]?.fitsParameter ?? i} className={styles.number}>
                  {value?.text ?? "–"}
                </td>
              ))}
              <td className={styles.action}>
                <ListingActions product={product} action={action} isInTable />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
