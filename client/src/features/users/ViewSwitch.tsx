import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { ManagedUserListFragment } from "~/graph/generated/graphql";
import styles from "./ViewSwitch.module.css";

export interface ViewSwitchProps {
  list: Pick<ManagedUserListFragment, "view" | "listUrl" | "matrixUrl" | "organizationsUrl" | "activityUrl">;
}

/** Switches between the views of the list of users, and leads to the other lists of the user administration. */
export function ViewSwitch({ list }: ViewSwitchProps) {
  const { formatMessage } = useIntl();
  const pages = [
    { url: list.listUrl, text: "users.view.LIST", isShown: list.view === "LIST" },
    { url: list.matrixUrl, text: "users.view.MATRIX", isShown: list.view === "MATRIX" },
    { url: list.organizationsUrl, text: "users.organizations", isShown: false },
    { url: list.activityUrl, text: "users.log", isShown: false },
  ] as const;
  return (
    <nav className={styles.views} aria-label={formatMessage({ id: "users.view" })}>
      {pages.map(
        ({ url, text, isShown }) =>
          url && (
            <Link key={text} className={styles.view} to={url} aria-current={isShown ? "page" : undefined}>
              {formatMessage({ id: text })}
            </Link>
          ),
      )}
    </nav>
  );
}
