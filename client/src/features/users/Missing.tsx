import { useIntl } from "react-intl";
import { ButtonLink } from "~/ui/button/Button";
import styles from "./Missing.module.css";

export interface MissingProps {
  what: "user" | "organization";
  usersUrl: string;
}

const texts = { user: "users.missing", organization: "users.missingOrganization" } as const;

/**
 * Says that a user or an organization does not exist or may not be viewed: the two are not distinguished (spec §8).
 */
export function Missing({ what, usersUrl }: MissingProps) {
  const { formatMessage } = useIntl();
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{formatMessage({ id: `${texts[what]}.title` })}</h1>
      <p>{formatMessage({ id: `${texts[what]}.text` })}</p>
      <ButtonLink target={{ kind: "ROUTE", url: usersUrl }}>{formatMessage({ id: "users.all" })}</ButtonLink>
    </div>
  );
}
