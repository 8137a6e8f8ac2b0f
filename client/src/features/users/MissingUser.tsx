import { useIntl } from "react-intl";
import { ButtonLink } from "~/ui/button/Button";
import styles from "./MissingUser.module.css";

/** Says that a user does not exist or may not be viewed: the two are not distinguished (spec §8). */
export function MissingUser({ usersUrl }: { usersUrl: string }) {
  const { formatMessage } = useIntl();
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{formatMessage({ id: "users.missing.title" })}</h1>
      <p>{formatMessage({ id: "users.missing.text" })}</p>
      <ButtonLink target={{ kind: "ROUTE", url: usersUrl }}>{formatMessage({ id: "users.all" })}</ButtonLink>
    </div>
  );
}
