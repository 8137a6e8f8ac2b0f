import { useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import type { AccessStatus, ManagedUserListFragment, OrganizationPageFragment } from "~/graph/generated/graphql";
import { useSignInState } from "~/lib/account/account";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { Checkbox } from "~/ui/input/Choice";
import { ColumnMenu } from "~/ui/listing/ColumnMenu";
import { type RecordColumn, RecordLink, RecordTable } from "~/ui/listing/RecordTable";
import { AccessStatusLabel } from "./AccessStatusLabel";
import { useUserTexts } from "./userTexts";
import styles from "./UserRows.module.css";

type ListedUser = OrganizationPageFragment["users"]["edges"][number]["node"];
type Order = ManagedUserListFragment["order"];

export interface UserRowsProps {
  users: readonly ListedUser[];
  /** The name of the table. */
  label: string;
  /** The selected ids; without `onSelect`, users cannot be selected. */
  selected?: ReadonlySet<string>;
  onSelect?: (id: string, isSelected: boolean) => void;
  /** The order of a list that can be sorted. */
  order?: { by: Order; isDescending: boolean };
}

/** The statuses of accesses that a row names. */
const shownStatuses: readonly AccessStatus[] = ["ACTIVE", "PENDING", "INVITED", "INVITE_EXPIRED"];

/** A list of users: a table, and cards on a narrow screen. */
export function UserRows({ users, label, selected, onSelect, order }: UserRowsProps) {
  const { formatMessage } = useIntl();
  const { search } = useLocation();
  const texts = useUserTexts();
  const session = useSignInState();
  const viewerId = session.kind === "signedIn" ? session.user.id : undefined;
  const nameOf = (user: ListedUser) => user.fullName || user.email;
  const sortBy = (by: Order) => {
    if (!order) return undefined;
    const isCurrent = order.by === by;
    const query = new URLSearchParams(search);
    ["after", "before", "desc"].forEach((name) => query.delete(name));
    query.set("sort", by);
    if (isCurrent && !order.isDescending) query.set("desc", "true");
    const direction = order.isDescending ? ("descending" as const) : ("ascending" as const);
    return { url: `?${query}`, direction: isCurrent ? direction : undefined };
  };
  const applicationsOf = (user: ListedUser) =>
    user.accesses
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
      })
      .join(", ") || formatMessage({ id: "users.noApplications" });
  const columns: RecordColumn<ListedUser>[] = [
    ...(onSelect
      ? [
          {
            id: "choice",
            label: formatMessage({ id: "users.selection" }),
            isLabelHidden: true,
            card: "choice" as const,
            width: "2.5rem",
            cell: (user: ListedUser) => (
              <Checkbox
                className={styles.choice}
                checked={selected?.has(user.id) ?? false}
                onChange={(event) => onSelect(user.id, event.target.checked)}
                label={
                  <VisuallyHidden>{formatMessage({ id: "users.bulk.select" }, { name: nameOf(user) })}</VisuallyHidden>
                }
              />
            ),
          },
        ]
      : []),
    {
      id: "name",
      label: formatMessage({ id: "users.order.NAME" }),
      card: "title",
      width: "24%",
      sort: sortBy("NAME"),
      cell: (user) => (
        <>
          <RecordLink to={user.url}>{nameOf(user)}</RecordLink>
          {user.fullName && <span className={styles.email}>{user.email}</span>}
        </>
      ),
    },
    {
      id: "status",
      label: formatMessage({ id: "users.filter.status" }),
      card: "start",
      width: "11rem",
      cell: ({ status, requestedAt }) => (
        <span
          title={requestedAt ? formatMessage({ id: "users.requested" }, { date: texts.date(requestedAt) }) : undefined}
        >
          <AccessStatusLabel status={status} />
        </span>
      ),
    },
    {
      id: "organization",
      label: formatMessage({ id: "users.filter.organization" }),
      width: "16%",
      cell: ({ organizations }) =>
        organizations.map((organization, i) => (
          <span key={organization.id}>
            {i > 0 && ", "}
            <Link to={organization.url}>{organization.name}</Link>
          </span>
        )),
    },
    {
      id: "role",
      label: formatMessage({ id: "users.role" }),
      card: "end",
      width: "12%",
      cell: ({ role }) => formatMessage({ id: `users.role.${role}` }),
    },
    {
      id: "applications",
      label: formatMessage({ id: "users.applications" }),
      card: "note",
      cell: (user) => (
        <span title={applicationsOf(user)}>
          {user.id === viewerId && user.status === "PENDING" && `${formatMessage({ id: "users.ownRequest" })} · `}
          {applicationsOf(user)}
        </span>
      ),
    },
  ];
  return (
    <RecordTable
      label={label}
      columns={columns}
      entries={users}
      keyOf={({ id }) => id}
      choice={order && { name: "users", Menu: ColumnMenu }}
    />
  );
}
