import { useId, useRef } from "react";
import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import { ColumnsIcon } from "~/ui/icon/iconSet";
import { Checkbox } from "~/ui/input/Choice";
import styles from "./ColumnMenu.module.css";

export interface ColumnMenuProps {
  /** The name of the table. */
  label: string;
  /** The columns that can be hidden. */
  columns: readonly { id: string; label: string }[];
  hidden: readonly string[];
  onChange: (hidden: readonly string[]) => void;
}

/** Chooses the columns of a table, in a popover at its upper right corner. */
export function ColumnMenu({ label, columns, hidden, onChange }: ColumnMenuProps) {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: "listing.columns" });
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const place = (button: HTMLElement) => {
    const { bottom, right } = button.getBoundingClientRect();
    menu.current?.style.setProperty("top", `${bottom + window.scrollY}px`);
    menu.current?.style.setProperty("right", `${document.documentElement.clientWidth - right}px`);
  };
  return (
    <div className={styles.columns}>
      <Button
        variant="quiet"
        size="small"
        icon={<ColumnsIcon size={16} />}
        aria-label={`${title}: ${label}`}
        title={title}
        popoverTarget={id}
        className={styles.toggle}
        onClick={(event) => place(event.currentTarget)}
      />
      <div ref={menu} id={id} popover="auto" role="group" aria-label={title} className={styles.menu}>
        {columns.map((column) => (
          <Checkbox
            key={column.id}
            label={column.label}
            checked={!hidden.includes(column.id)}
            onChange={(event) => {
              const others = hidden.filter((one) => one !== column.id);
              onChange(event.target.checked ? others : [...others, column.id]);
            }}
          />
        ))}
        {hidden.length > 0 && (
          <Button variant="quiet" size="small" onClick={() => onChange([])}>
            {formatMessage({ id: "listing.columns.all" })}
          </Button>
        )}
      </div>
    </div>
  );
}
