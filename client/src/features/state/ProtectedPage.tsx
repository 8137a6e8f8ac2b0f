import { useIntl } from "react-intl";
import styles from "./StatePage.module.css";

/** A page whose content is for some only (spec §3, protection): the graph withholds it. */
export function ProtectedPage({ title }: { title: string }) {
  const { formatMessage } = useIntl();
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{formatMessage({ id: "gate.text" })}</p>
    </div>
  );
}
