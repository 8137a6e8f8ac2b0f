import { clsx } from "clsx";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { AccessStatus, OrganizationPageFragment } from "~/graph/generated/graphql";
import { Checkbox } from "~/ui/input/Choice";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { Row, RowNote, Rows, RowTitle } from "~/ui/listing/Rows";
import { AccessStatusLabel } from "./AccessStatusLabel";
import { useUserTexts } from "./userTexts";
import styles from "./UserRows.module.css";

export interface UserRowsProps {
  users: readonly OrganizationPageFragment["users"]["edges"][number]["node"][];
  /** The heading level of the names. */
  headingLevel?: 2 | 3;
  /** The selected ids; without `onSelect`, users cannot be selected. */
  selected?: ReadonlySet<string>;
  onSelect?: (id: string, isSelected: boolean) => void;
}

/** The statuses of accesses that a row names. */
const shownStatuses: readonly AccessStatus[] = ["ACTIVE", "PENDING", "INVITED", "INVITE_EXPIRED"];

/** A list of users: cards on narrow screens, rows on wide ones. */
export function UserRows({ users, headingLevel = 2, selected, onSelect }: UserRowsProps) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  return (
    <Rows>
      {users.map((user) => {
        const name = user.fullName || user.email;
        const applications = user.accesses
          .filter(({ status }) => shownStatuses.includes(status))
          .map(({ application, status, organization }) => {
            const title = texts.application(application);
            const shown = user.organizations.length > 1 ? `${title} · ${organization.name}` : title;
            if (status === "ACTIVE") return shown;
            // Access that was only requested or offered is no access yet.
            return formatMessage(
              { id: "users.access.withStatus" },
              { application: shown, status: formatMessage({ id: `users.status.${status}` }) },
            );
          });
        return (
          <Row key={user.id} className={clsx(styles.user, onSelect && styles.selectable)}>
            {onSelect && (
              <Checkbox
                className={styles.choice}
                checked={selected?.has(user.id) ?? false}
                onChange={(event) => onSelect(user.id, event.target.checked)}
                label={<VisuallyHidden>{formatMessage({ id: "users.bulk.select" }, { name })}</VisuallyHidden>}
              />
            )}
            <div className={styles.who}>
              <RowTitle level={headingLevel} to={user.url}>
                {name}
              </RowTitle>
              <RowNote>{user.email}</RowNote>
            </div>
            <div className={styles.state}>
              <AccessStatusLabel status={user.status} />
              {user.requestedAt && (
                <RowNote>{formatMessage({ id: "users.requested" }, { date: texts.date(user.requestedAt) })}</RowNote>
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
              <RowNote>{[user.city, user.country].filter(Boolean).join(", ")}</RowNote>
            </div>
            <div className={styles.what}>
              <p>{formatMessage({ id: `users.role.${user.role}` })}</p>
              <RowNote>
                {applications.length > 0 ? applications.join(", ") : formatMessage({ id: "users.noApplications" })}
              </RowNote>
            </div>
          </Row>
        );
      })}
    </Rows>
  );
}
