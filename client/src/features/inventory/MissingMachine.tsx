import { useIntl } from "react-intl";
import { ButtonLink } from "~/ui/button/Button";
import styles from "./InventoryPage.module.css";

/** Says that the user can see no machine at this address, whether it exists or not. */
export function MissingMachine({ inventoryUrl }: { inventoryUrl: string }) {
  const { formatMessage } = useIntl();
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{formatMessage({ id: "machine.missing.title" })}</h1>
      <p>{formatMessage({ id: "machine.missing.text" })}</p>
      <p>
        <ButtonLink target={{ kind: "ROUTE", url: inventoryUrl }}>
          {formatMessage({ id: "portal.page.INVENTORY" })}
        </ButtonLink>
      </p>
    </div>
  );
}
