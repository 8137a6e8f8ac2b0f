import { useIntl } from "react-intl";
import { InfoIcon } from "~/ui/icon/iconSet";
import styles from "./PartialNotice.module.css";
import { useIsPartial } from "./partialContent";

/** A notice that a part of the page is temporarily missing; renders nothing for a complete page. */
export function PartialNotice() {
  const { formatMessage } = useIntl();
  if (!useIsPartial()) return null;
  return (
    <aside className={styles.notice} aria-label={formatMessage({ id: "frame.notice" })}>
      <p className={styles.text}>
        <InfoIcon size={16} />
        {formatMessage({ id: "frame.partial" })}
      </p>
    </aside>
  );
}
