import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { ManagedUserListFragment } from "~/graph/generated/graphql";
import styles from "./ViewSwitch.module.css";

/** Switches between the views of the list of users. */
export function ViewSwitch({ list }: { list: Pick<ManagedUserListFragment, "view" | "listUrl" | "matrixUrl"> }) {
  const { formatMessage } = useIntl();
  const views = [
    { view: "LIST", url: list.listUrl },
    { view: "MATRIX", url: list.matrixUrl },
  ] as const;
  return (
    <nav className={styles.views} aria-label={formatMessage({ id: "users.view" })}>
      {views.map(({ view, url }) => (
        <Link
          key={view}
          className={styles.view}
          to={url}
          preventScrollReset
          aria-current={list.view === view ? "page" : undefined}
        >
          {formatMessage({ id: `users.view.${view}` })}
        </Link>
      ))}
    </nav>
  );
}
