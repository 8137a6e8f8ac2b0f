import { useIntl } from "react-intl";
import { ButtonLink } from "~/ui/button/Button";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { ArrowRightIcon } from "~/ui/icon/icons";
import styles from "./StatePage.module.css";

export interface ErrorPageProps {
  homeUrl: string;
  /** Names this failure in the log. */
  traceId?: string | undefined;
}

/** Replaces what cannot be shown (spec §2 and §8, the error page). */
export function ErrorPage({ homeUrl, traceId }: ErrorPageProps) {
  const { formatMessage } = useIntl();
  return (
    <div className={styles.page}>
      <title>{formatMessage({ id: "error.title" })}</title>
      <meta name="robots" content="noindex" />
      <p className={styles.overline}>{formatMessage({ id: "error.overline" })}</p>
      <h1 className={styles.title}>{formatMessage({ id: "error.title" })}</h1>
      <p className={styles.lead}>{formatMessage({ id: "error.text" })}</p>
      <div className={styles.notice}>
        <FlashMessage
          flash={{
            type: "info",
            static: true,
            title: formatMessage({ id: "error.maintenanceTitle" }),
            text: formatMessage({ id: "error.maintenanceText" }),
          }}
        />
      </div>
      <ButtonLink target={{ kind: "PLAIN", url: homeUrl }} trailingIcon={<ArrowRightIcon size={16} />}>
        {formatMessage({ id: "error.home" })}
      </ButtonLink>
      {traceId && <p className={styles.trace}>{formatMessage({ id: "error.reference" }, { traceId })}</p>}
    </div>
  );
}
