import { useIntl } from "react-intl";
import styles from "./RequestBar.module.css";
import { RequestLinks, type RequestLinksProps } from "./RequestLinks";

/** The requests about a product, at the foot of a phone's window in place of the side buttons (REQ-5). */
export function RequestBar({ name, ...links }: { name: string } & Omit<RequestLinksProps, "offered" | "size">) {
  const { formatMessage } = useIntl();
  return (
    <nav
      className={styles.bar}
      aria-label={formatMessage({ id: "request.bar" }, { name })}
      data-without-side-buttons=""
    >
      <RequestLinks {...links} offered={["quote", "callBack"]} size="small" />
    </nav>
  );
}
