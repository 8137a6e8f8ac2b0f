import { useIntl } from "react-intl";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import styles from "./SigningIn.module.css";

/** Stands in place of a page of the portal that cannot be read now. */
export function NotNow({ title }: { title: string }) {
  const { formatMessage } = useIntl();
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <FlashMessage flash={{ type: "error", static: true, text: formatMessage({ id: "portal.notNow" }) }} />
    </div>
  );
}
