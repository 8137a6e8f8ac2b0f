import { useIntl } from "react-intl";
import type { PortalHomeFragment } from "~/graph/generated/graphql";
import type { TextId } from "~/i18n/textId";
import styles from "./ProductRequests.module.css";

/** The requests for products that the user has sent, newest first. */
export function ProductRequests({ requests }: { requests: NonNullable<PortalHomeFragment["productRequests"]> }) {
  const { formatDate, formatMessage } = useIntl();
  return (
    <ul className={styles.requests}>
      {requests.map(({ reference, requested, subject, submittedAt, isDelivered, office }) => (
        <li key={reference} className={styles.request}>
          <p className={styles.what}>
            {[formatMessage({ id: `form.option.${requested}` as TextId }), subject].filter(Boolean).join(": ")}
          </p>
          <p className={styles.detail}>
            {reference}, <time dateTime={submittedAt}>{formatDate(submittedAt, { dateStyle: "medium" })}</time>
          </p>
          <p className={styles.detail}>
            {isDelivered
              ? formatMessage(
                  { id: "portal.productRequests.received" },
                  { office: office?.name ?? formatMessage({ id: "request.ourGroup" }) },
                )
              : formatMessage({ id: "portal.productRequests.sent" })}
          </p>
        </li>
      ))}
    </ul>
  );
}
