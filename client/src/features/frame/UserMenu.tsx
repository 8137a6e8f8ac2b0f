import { useId } from "react";
import { useIntl } from "react-intl";
import { ButtonLink } from "~/ui/button/Button";
import { ArrowRightIcon, UserIcon } from "~/ui/icon/icons";
import styles from "./Menu.module.css";

/** The way into the customer portal for somebody who is not signed in. */
export function UserMenu({ portalUrl }: { portalUrl: string }) {
  const { formatMessage } = useIntl();
  const id = `${useId()}user`;
  return (
    <>
      <button type="button" className={styles.opener} popoverTarget={id}>
        <UserIcon size={16} />
        <span className={styles.label}>{formatMessage({ id: "user.portal" })}</span>
      </button>
      <div className={styles.panel} id={id} popover="auto">
        <p className={styles.title}>{formatMessage({ id: "user.portal" })}</p>
        <p className={styles.text}>{formatMessage({ id: "user.description" })}</p>
        <ButtonLink target={{ kind: "PLAIN", url: portalUrl }} trailingIcon={<ArrowRightIcon size={16} />}>
          {formatMessage({ id: "user.logIn" })}
        </ButtonLink>
      </div>
    </>
  );
}
