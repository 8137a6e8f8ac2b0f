import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { ProductTeaserFragment } from "~/graph/generated/graphql";
import { useForeignLanguage } from "~/i18n/useForeignLanguage";
import { useRequestUrl, withParameters } from "~/lib/url/requestUrl";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import styles from "./ListingActions.module.css";

/** Renders the action of a product in a list, such as the comparison toggle: in a table only its icon. */
export type ProductAction = (product: ProductTeaserFragment, isInTable: boolean) => ReactNode;

/** What a visitor can do with a product of a listing: the action of the page, and a request for a quote. */
export function ListingActions({
  product,
  action,
  isInTable = false,
}: {
  product: ProductTeaserFragment;
  action?: ProductAction | undefined;
  isInTable?: boolean;
}) {
  const { formatMessage } = useIntl();
  const requestUrl = useRequestUrl();
  const foreign = useForeignLanguage();
  return (
    <span className={styles.actions}>
      {action?.(product, isInTable)}
      {requestUrl && (
        <Link className={styles.request} to={withParameters(requestUrl, { what: "quote", product: product.slug })}>
          {formatMessage({ id: "request.quote" })}{" "}
          <VisuallyHidden>
            <span lang={foreign(product.nameLanguage.languageTag)}>{product.name}</span>
          </VisuallyHidden>
        </Link>
      )}
    </span>
  );
}
