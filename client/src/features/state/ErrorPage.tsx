import { useIntl } from "react-intl";
import { Breadcrumb } from "~/ui/breadcrumb/Breadcrumb";
import { Button, ButtonLink } from "~/ui/button/Button";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { ArrowRightIcon } from "~/ui/icon/iconSet";
import styles from "./StatePage.module.css";

export interface ErrorPageProps {
  homeUrl: string;
  /** The home page's title in the breadcrumb; a generic word if the site is unknown. */
  homeTitle?: string | undefined;
  /** The brand of the site; undefined if the site is unknown. */
  siteName?: string | undefined;
  /** The trace id of the failure in the server's log. */
  traceId?: string | undefined;
  /** Loads the page again; without it there is no retry button. */
  onRetry?: (() => void) | undefined;
}

/** The error page (PAGE-20). */
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
