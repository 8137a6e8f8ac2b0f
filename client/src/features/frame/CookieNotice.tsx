import { useDeferredValue } from "react";
import { useIntl } from "react-intl";
import { readConfig } from "~/lib/document/config";
import { useCookie } from "~/ui/cookie/useCookie";
import styles from "./CookieNotice.module.css";

/** Cookie that records that the notice was dismissed. */
const cookieName = "strand-cookies-seen";

/**
 * Explains once what cookies are used for (PAGE-26). All cookies are necessary, so none can be refused. It is a line
 * above the footer: the document is the same for all visitors, so that a line at the top would move the page when it
 * appears. It is not shown in previews.
 */
export function CookieNotice() {
  const { formatMessage } = useIntl();
  const [cookie, see] = useCookie(cookieName, "true");
  // Deferred, since React renders store changes synchronously: the notice is not part of the server-rendered document.
  const seen = useDeferredValue(cookie);
  if (seen || readConfig().base !== undefined) return null;
  return (
    <div className={styles.notice} role="status">
      <p>{formatMessage({ id: "cookies.text" })}</p>
      <button type="button" className={styles.button} onClick={() => see("true")}>
        {formatMessage({ id: "cookies.understood" })}
      </button>
    </div>
  );
}
