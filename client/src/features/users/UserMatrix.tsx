import { type KeyboardEvent, type MouseEvent, useRef, useState, useSyncExternalStore } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { ManagedUserListFragment, PortalService } from "~/graph/generated/graphql";
import { isPlainClick } from "~/lib/interaction/isPlainClick";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { useRecordKeys } from "~/ui/listing/useRecordKeys";
import { AccessMenu, type OpenAccess } from "./AccessMenu";
import { AccessStatusLabel } from "./AccessStatusLabel";
import type { ActionFlow } from "./useActionFlow";
import styles from "./UserMatrix.module.css";
import { useUserTexts } from "./userTexts";

type User = ManagedUserListFragment["users"][number];
type Organization = ManagedUserListFragment["organizations"][number];

export interface UserMatrixProps {
  /** The name of the table. */
  label: string;
  users: readonly User[];
  /** The organizations of the administrator. */
  organizations: readonly Organization[];
  flow: ActionFlow;
}

/** The rows and columns by which the arrow keys move. */
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** A membership of a user: a row of the matrix. */
interface Row {
  user: User;
  organization: Organization;
}

/**
 * The access of users to applications, with a row for each membership. A cell opens a menu with the actions that its
 * status allows; without JavaScript it leads to the page of the user. The arrow keys move between the cells, of which
 * the Tab key reaches one.
 */
export function UserMatrix({ label, users, organizations, flow }: UserMatrixProps) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  const [open, setOpen] = useState<OpenAccess>();
  const region = useRef<HTMLElement>(null);
  useRecordKeys(region);
  /** The cell that the Tab key reaches: its row and its column, of which the first one has the names. */
  const [current, setCurrent] = useState<readonly [number, number]>([0, 0]);
  const hasScripts = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const rows: readonly Row[] = users.flatMap((user) =>
    user.organizations.flatMap(({ id }) => {
      const organization = organizations.find((one) => one.id === id);
      return organization ? [{ user, organization }] : [];
    }),
  );
  const applications = [...new Set(rows.flatMap(({ organization }) => organization.applications))];
  const showsOrganization = new Set(rows.map(({ organization }) => organization.id)).size > 1;

  const cellProps = (row: number, column: number) => ({
    "data-cell": `${row} ${column}`,
    tabIndex: !hasScripts || (current[0] === row && current[1] === column) ? undefined : -1,
    onFocus: () => setCurrent([row, column]),
  });
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = steps[event.key];
    const from = (event.target as Element).closest<HTMLElement>("[data-cell]")?.dataset.cell;
    if (!step || !from) return;
    event.preventDefault();
    let [row = 0, column = 0] = from.split(" ").map(Number);
    let next: HTMLElement | null | undefined;
    do {
      row += step[0];
      column += step[1];
      next = region.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`);
      // A cell of an application that is not offered has nothing to focus.
    } while (!next && row >= 0 && row < rows.length && column >= 0 && column <= applications.length);
    next?.focus();
  };

  const cellOf = ({ user, organization }: Row, application: PortalService, row: number, column: number) => {
    const name = user.fullName || user.email;
    if (!organization.applications.includes(application))
      return <span className={styles.none}>{formatMessage({ id: "users.matrix.notOffered" })}</span>;
    const access = user.accesses.find(
      (one) => one.application === application && one.organization.id === organization.id,
    );
    const options = user.actions.filter(
      (option) => option.application === application && option.organization?.id === organization.id,
    );
    const openMenu = (anchor: HTMLElement) =>
      setOpen({ anchor, title: `${name} · ${texts.application(application)}`, url: user.url, user, options });
    return (
      <Link
        className={styles.cellLink}
        to={user.url}
        aria-haspopup="menu"
        {...cellProps(row, column)}
        onClick={(event: MouseEvent<HTMLAnchorElement>) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          openMenu(event.currentTarget);
        }}
        onKeyDown={(event: KeyboardEvent<HTMLAnchorElement>) => {
          if (event.key !== " ") return;
          event.preventDefault();
          openMenu(event.currentTarget);
        }}
      >
        <VisuallyHidden>{`${name}, ${texts.application(application)}: `}</VisuallyHidden>
        {access ? (
          <AccessStatusLabel status={access.status} />
        ) : (
          <span className={styles.none}>{formatMessage({ id: "users.access.none" })}</span>
        )}
      </Link>
    );
  };
  return (
    <>
      {/* The table can be wider than the page: the region scrolls by keyboard as well. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section ref={region} className={styles.region} aria-label={label} tabIndex={0}>
        <table className={styles.table} role="grid" aria-label={label} onKeyDown={move}>
          <thead>
            <tr>
              <th scope="col" className={styles.corner}>
                {formatMessage({ id: "users.order.NAME" })}
              </th>
              {applications.map((application) => (
                <th key={application} scope="col" className={styles.heading}>
                  {texts.application(application)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody id="records" tabIndex={-1} className={styles.body}>
            {rows.map((row, i) => (
              <tr key={`${row.user.id} ${row.organization.id}`}>
                <th scope="row" className={styles.person}>
                  <Link className={styles.name} to={row.user.url} data-record {...cellProps(i, 0)}>
                    {row.user.fullName || row.user.email}
                  </Link>
                  {showsOrganization && <span className={styles.organization}>{row.organization.name}</span>}
                </th>
                {applications.map((application, j) => (
                  <td key={application} className={styles.cell}>
                    {cellOf(row, application, i, j + 1)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {open && (
        <AccessMenu
          key={open.title}
          {...open}
          onClose={() => setOpen(undefined)}
          onChoose={(option) => {
            setOpen(undefined);
            flow.start(open.user, option);
          }}
        />
      )}
    </>
  );
}
