import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { ManagedUserListFragment } from "~/graph/generated/graphql";
import { Checkbox } from "~/ui/input/Choice";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { AccessStatusLabel } from "./AccessStatusLabel";
import { useUserTexts } from "./texts";
import styles from "./UserRows.module.css";

export interface UserRowsProps {
  users: ManagedUserListFragment["users"];
  selected: ReadonlySet<string>;
  onSelect: (id: string, isSelected: boolean) => void;
}

/** Users below each other: cards where it is narrow, rows where it is wide. */
export function UserRows({ users, selected, onSelect }: UserRowsProps) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  return (
    <ol className={styles.rows}>
      {users.map((user) => {
        const name = user.fullName || user.email;
        const applications = user.accesses
          .filter(({ status }) => status === "ACTIVE" || status === "PENDING" || status === "INVITED")
          .map(({ application }) => texts.application(application));
        return (
          <li key={user.id} className={styles.row}>
            <Checkbox
              className={styles.choice}
              checked={selected.has(user.id)}
              onChange={(event) => onSelect(user.id, event.target.checked)}
              label={<VisuallyHidden>{formatMessage({ id: "users.bulk.select" }, { name })}</VisuallyHidden>}
            />
            <div className={styles.who}>
              <h2 className={styles.name}>
                <Link to={user.url} className={styles.link}>
                  {name}
                </Link>
              </h2>
              <p className={styles.minor}>{user.email}</p>
            </div>
            <div className={styles.state}>
              <AccessStatusLabel status={user.status} />
              {user.requestedAt && (
                <p className={styles.minor}>
                  {formatMessage({ id: "users.requested" }, { date: texts.date(user.requestedAt) })}
                </p>
              )}
            </div>
            <div className={styles.where}>
              <p>{user.organizations.map((organization) => organization.name).join(", ")}</p>
              <p className={styles.minor}>{[user.city, user.country].filter(Boolean).join(", ")}</p>
            </div>
            <div className={styles.what}>
              <p>{formatMessage({ id: `users.role.${user.role}` })}</p>
              <p className={styles.minor}>
                {applications.length > 0 ? applications.join(", ") : formatMessage({ id: "users.noApplications" })}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
