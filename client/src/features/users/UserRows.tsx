import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { OrganizationPageFragment } from "~/graph/generated/graphql";
import { Checkbox } from "~/ui/input/Choice";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { AccessStatusLabel } from "./AccessStatusLabel";
import { useUserTexts } from "./texts";
import styles from "./UserRows.module.css";

export interface UserRowsProps {
  users: readonly OrganizationPageFragment["users"]["edges"][number]["node"][];
  /** That of the names. */
  headingLevel?: 2 | 3;
  /** Those that are selected; without `onSelect`, none can be. */
  selected?: ReadonlySet<string>;
  onSelect?: (id: string, isSelected: boolean) => void;
}

/** Users below each other: cards where it is narrow, rows where it is wide. */
export function UserRows({ users, headingLevel = 2, selected, onSelect }: UserRowsProps) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <ol className={styles.rows} data-selectable={onSelect ? "" : undefined}>
      {users.map((user) => {
        const name = user.fullName || user.email;
        const applications = user.accesses
          .filter(({ status }) => status === "ACTIVE" || status === "PENDING" || status === "INVITED")
          .map(({ application }) => texts.application(application));
        return (
          <li key={user.id} className={styles.row}>
            {onSelect && (
              <Checkbox
                className={styles.choice}
                checked={selected?.has(user.id) ?? false}
                onChange={(event) => onSelect(user.id, event.target.checked)}
                label={<VisuallyHidden>{formatMessage({ id: "users.bulk.select" }, { name })}</VisuallyHidden>}
              />
            )}
            <div className={styles.who}>
              <Heading className={styles.name}>
                <Link to={user.url} className={styles.link}>
                  {name}
                </Link>
              </Heading>
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
              {user.organizations.length > 0 && (
                <ul className={styles.organizations}>
                  {user.organizations.map((organization) => (
                    <li key={organization.id}>
                      <Link to={organization.url} className={styles.organization}>
                        {organization.name}
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
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
