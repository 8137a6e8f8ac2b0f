import { clsx } from "clsx";
import { useId } from "react";
import styles from "./DataTable.module.css";

export interface DataColumn {
  title: string;
  /** Stands once, in the heading. */
  unit?: string | null;
  /** Figures, aligned on their decimal mark. */
  numeric?: boolean;
}

export interface DataTableProps {
  caption?: string | null;
  columns: readonly DataColumn[];
  /** Row by row, a cell for each column; the first names its row. */
  rows: readonly (readonly string[])[];
  note?: string | null;
}

/** Splits a figure at its decimal mark, so that the parts can be aligned; null for what is no plain figure. */
export function splitFigure(text: string): [integer: string, fraction: string] | null {
  const match = /^([±≤≥<>~+−-]?\s?[\d’'\s]*\d)(?:([.,])(\d+))?$/u.exec(text);
  return match ? [match[1] ?? "", match[2] ? `${match[2]}${match[3] ?? ""}` : ""] : null;
}

/** Technical data: aligned figures, units set apart. On a narrow screen it scrolls sideways below its fixed first column. */
export function DataTable({ caption, columns, rows, note }: DataTableProps) {
  const captionId = useId();
  const fractions = columns.map((column, c) =>
    column.numeric ? Math.max(0, ...rows.map((row) => splitFigure(row[c] ?? "")?.[1].length ?? 0)) : 0,
  );
  return (
    <figure className={styles.figure}>
      {/* What scrolls must be reachable by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroller} role="group" aria-labelledby={captionId} tabIndex={0}>
        <table className={styles.table}>
          <caption id={captionId} className={clsx(styles.caption, !caption && styles.unseen)}>
            {caption ?? columns.map((c) => c.title).join(", ")}
          </caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.title} scope="col" className={clsx(column.numeric && styles.numeric)}>
                  {column.title}
                  {column.unit && <span className={styles.unit}> {column.unit}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, r) => (
              <tr key={r}>
                {row.map((cell, c) => {
                  const column = columns[c];
                  const content = column?.numeric ? <Figure text={cell} fraction={fractions[c] ?? 0} /> : cell;
                  return c === 0 ? (
                    <th key={c} scope="row" className={clsx(column?.numeric && styles.numeric)}>
                      {content}
                    </th>
                  ) : (
                    <td key={c} className={clsx(column?.numeric && styles.numeric)}>
                      {content}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note && <figcaption className={styles.note}>{note}</figcaption>}
    </figure>
  );
}

/** A figure, padded after its decimal mark to the length of the longest of its column. */
function Figure({ text, fraction }: { text: string; fraction: number }) {
  const parts = splitFigure(text);
  if (!parts || fraction === 0) return text;
  const missing = fraction - parts[1].length;
  if (missing <= 0) return text;
  // A decimal mark is narrower than a figure: it is padded with its like.
  const pad = parts[1] === "" ? `.${"0".repeat(missing - 1)}` : "0".repeat(missing);
  return (
    <>
      {text}
      <span className={styles.pad} data-pad={pad} aria-hidden="true" />
    </>
  );
}
