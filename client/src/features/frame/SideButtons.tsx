import { clsx } from "clsx";
import { useIntl } from "react-intl";
import { useRequestUrl } from "~/lib/url/requestUrl";
import { usePanels } from "~/ui/panels/panels";
import { ChatIcon, NewsIcon, ShareIcon } from "~/ui/icon/iconSet";
import { Link, type LinkTarget } from "~/ui/link/Link";
import styles from "./SideButtons.module.css";

/** The buttons of every page: the contact panel, at the edge of a wide window; the news, sharing (NAV-8). */
export function SideButtons({ contact }: { contact: LinkTarget | null | undefined }) {
  const { formatMessage } = useIntl();
  const { openNews, hasUnreadNews, openShare, openExpert } = usePanels();
  const requestUrl = useRequestUrl();
  return (
    <aside className={styles.side} aria-label={formatMessage({ id: "side.label" })}>
      <ul>
        <li className={clsx(styles.scripted, styles.contact)}>
          <button type="button" className={styles.button} onClick={() => openExpert(contact, requestUrl)}>
            <ChatIcon />
            <span className={styles.label}>{formatMessage({ id: "expert.title" })}</span>
          </button>
        </li>
        {contact?.url && (
          <li className={clsx(styles.unscripted, styles.contact)}>
            <Link className={styles.button} target={contact}>
              <ChatIcon />
              <span className={styles.label}>{contact.text}</span>
            </Link>
          </li>
        )}
        <li className={styles.scripted}>
          <button type="button" className={styles.button} onClick={openNews}>
            <NewsIcon />
            {hasUnreadNews && <span className={styles.unread} />}
            <span className={styles.label}>
              {formatMessage({ id: hasUnreadNews ? "news.openUnread" : "news.title" })}
            </span>
          </button>
        </li>
        <li className={styles.scripted}>
          <button type="button" className={styles.button} onClick={openShare}>
            <ShareIcon />
            <span className={styles.label}>{formatMessage({ id: "share.title" })}</span>
          </button>
        </li>
      </ul>
    </aside>
  );
}
