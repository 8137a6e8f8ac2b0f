import { clsx } from "clsx";
import { type ComponentType, type ReactNode, useRef } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { ChevronDownIcon } from "~/ui/icon/iconSet";
import type { ColumnMenuProps } from "./ColumnMenu";
import styles from "./RecordTable.module.css";
import { useHiddenColumns } from "./useHiddenColumns";
import { useRecordKeys } from "./useRecordKeys";

export interface RecordColumn<Entry> {
  /** Unique in the table. */
  id: string;
  label: string;
  /** The label is for screen readers only. */
  isLabelHidden?: boolean;
  cell: (entry: Entry) => ReactNode;
  /**
   * Where a card on a narrow screen shows the value: in the first line, as the second one (the title), in the third one,
   * or not at all. A choice is before the card, an action after it.
   */
  card?: "start" | "end" | "title" | "note" | "choice" | "action";
  /** The column is left out if the table has less than 80 rem. */
  isMinor?: boolean;
  /** The width; the rest is shared equally by default. */
  width?: string;
  /** The order of the list by this column. */
  sort?: { url: string; direction: "ascending" | "descending" | undefined } | undefined;
}

export interface RecordTableProps<Entry> {
  /** The name of the table, for screen readers. */
  label: string;
  columns: readonly RecordColumn<Entry>[];
  entries: readonly Entry[];
  keyOf: (entry: Entry) => string;
  /**
   * The name under which the browser keeps the choice of columns, and their menu (`ColumnMenu`), which the pages without
   * it do not load; without them, all columns are shown.
   */
  choice?: { name: string; Menu: ComponentType<ColumnMenuProps> } | undefined;
}

/**
 * A list of records as a table with rows of 40 px; on a narrow screen as cards of at most 88 px. A link with the class
 * of `RecordLink` opens the record of its row; `j` and `k` move between these links.
 */
export function RecordTable<Entry>({ label, columns, entries, keyOf, choice }: RecordTableProps<Entry>) {
  const table = useRef<HTMLTableElement>(null);
  useRecordKeys(table);
  const [hidden, setHidden] = useHiddenColumns(choice?.name);
  return (
    <div className={styles.container}>
      {choice && (
        <choice.Menu
          label={label}
          columns={columns.filter(({ card, isLabelHidden }) => card !== "title" && !isLabelHidden)}
          hidden={hidden}
          onChange={setHidden}
        />
      )}
      <table ref={table} className={styles.table} aria-label={label}>
        <thead className={styles.head}>
          <tr>
            {columns.map(({ id, label, isLabelHidden, isMinor, width, sort }) => (
              <th
                key={id}
                scope="col"
                className={styles.heading}
                style={width ? { inlineSize: width } : undefined}
                data-minor={isMinor || undefined}
                data-hidden={hidden.includes(id) || undefined}
                aria-sort={sort?.direction}
              >
                {sort ? (
                  <Link className={styles.sort} to={sort.url} preventScrollReset data-sorted={sort.direction}>
                    {label}
                    <ChevronDownIcon size={16} />
                  </Link>
                ) : isLabelHidden ? (
                  <VisuallyHidden>{label}</VisuallyHidden>
                ) : (
                  label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody id={recordsId} tabIndex={-1} className={styles.body}>
          {entries.map((entry) => (
            <tr key={keyOf(entry)} className={styles.row}>
              {columns.map(({ id, card, isMinor, cell }) => (
                <td
                  key={id}
                  className={styles.cell}
                  data-card={card ?? "none"}
                  data-minor={isMinor || undefined}
                  data-hidden={hidden.includes(id) || undefined}
                >
                  {cell(entry)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The id of the rows of a page's list, the target of its skip link. */
const recordsId = "records";

/** The title of a record: the link of the whole row. */
export function RecordLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  return (
    <Link className={clsx(styles.link, className)} to={to} data-record>
      {children}
    </Link>
  );
}

/** The title of a record without a page: the button of the whole row, which shows its details. */
export function RecordButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={clsx(styles.link, styles.button)} onClick={onClick} data-record>
      {children}
    </button>
  );
}

/** A link to the rows of a list, which the first Tab key in the page's content shows. */
export function SkipToRecords() {
  const { formatMessage } = useIntl();
  return (
    <a className={styles.skip} href={`#${recordsId}`}>
      {formatMessage({ id: "listing.skip" })}
    </a>
  );
}
