import { useIntl } from "react-intl";
import styles from "./SkipLink.module.css";

/** The link to the content of a page, which is visible while it has the focus. */
export function SkipLink() {
  const { formatMessage } = useIntl();
  return (
    <a className={styles.skip} href="#content">
      {formatMessage({ id: "frame.skip" })}
    </a>
  );
}
