import { useIntl } from "react-intl";
import { Breadcrumb } from "~/ui/breadcrumb/Breadcrumb";
import { Button, ButtonLink } from "~/ui/button/Button";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { ArrowRightIcon } from "~/ui/icon/icons";
import styles from "./StatePage.module.css";

export interface ErrorPageProps {
  homeUrl: string;
  /** What the breadcrumb calls the home page; a word for it where the site cannot say. */
  homeTitle?: string | undefined;
  /** The brand that the visitor is with; nothing where not even that is known. */
  siteName?: string | undefined;
  /** Names this failure in the log. */
  traceId?: string | undefined;
  /** Loads the page again; without it there is no button for that. */
  onRetry?: (() => void) | undefined;
}

/** Replaces what cannot be shown (PAGE-20). */
export function ErrorPage({ homeUrl, homeTitle, siteName, traceId, onRetry }: ErrorPageProps) {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: "error.title" });
  return (
    <div className={styles.page}>
      <title>{siteName ? `${title} – ${siteName}` : title}</title>
      <meta name="robots" content="noindex" />
      <Breadcrumb
        plain
        entries={[{ title: homeTitle ?? formatMessage({ id: "breadcrumb.home" }), url: homeUrl }, { title }]}
      />
      <p className={styles.overline}>{formatMessage({ id: "error.overline" })}</p>
      <h1 className={styles.title}>{title}</h1>
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
      <div className={styles.actions}>
        {onRetry && <Button onClick={onRetry}>{formatMessage({ id: "common.retry" })}</Button>}
        <ButtonLink
          {...(onRetry ? { variant: "secondary" } : {})}
          target={{ kind: "PLAIN", url: homeUrl }}
          trailingIcon={<ArrowRightIcon size={16} />}
        >
          {formatMessage({ id: "error.home" })}
        </ButtonLink>
      </div>
      {traceId && <p className={styles.trace}>{formatMessage({ id: "error.reference" }, { traceId })}</p>}
    </div>
  );
}
