import { clsx } from "clsx";
import { useId } from "react";
import styles from "./DataTable.module.css";
import fade from "./ScrollFade.module.css";

export interface DataColumn {
  title: string;
  /** Shown once, in the heading. */
  unit?: string | null;
  /** Numbers, aligned at their decimal mark. */
  numeric?: boolean;
}

export interface DataTableProps {
  caption?: string | null;
  /** The caption is only read out: the heading above the table says the same. */
  hidesCaption?: boolean;
  columns: readonly DataColumn[];
  /** Row by row, one cell per column; the first cell is the row heading. */
  rows: readonly (readonly string[])[];
  note?: string | null;
}

/** The characters of a text that is not broken into lines: the name of a machine or a unit, for example. */
const shortText = 16;
/** The characters of a text that is not broken into lines where the table scrolls. */
const longText = 60;

/** Splits a number at its decimal mark, so that the parts can be aligned; null for other text. */
export function splitNumber(text: string): [integer: string, fraction: string] | null {
  // A point or comma before three digits separates groups, except after a zero: "1,200", but "0.125".
  const match = /^([±≤≥<>~+−-]?\s?(?:[1-9]\d{0,2}(?:[.,]\d{3})+(?!\d)|[\d’'\s]*\d))(?:([.,])(\d+))?$/u.exec(text);
  return match ? [match[1] ?? "", match[2] ? `${match[2]}${match[3] ?? ""}` : ""] : null;
}

/**
 * Technical data: aligned numbers, separate units. On a narrow screen it scrolls sideways with a fixed first column; a
 * table of texts, with at most one column of figures, is a list of its rows there, each cell with the title of its
 * column.
 */
export function DataTable({ caption, hidesCaption = false, columns, rows, note }: DataTableProps) {
  const captionId = useId();
  const fractions = columns.map((column, c) =>
    column.numeric ? Math.max(0, ...rows.map((row) => splitNumber(row[c] ?? "")?.[1].length ?? 0)) : 0,
  );
  const isOfTexts = columns.length > 2 && columns.filter((column) => column.numeric).length <= 1;
  return (
    <figure className={styles.figure}>
      {/* A scroll container must be reachable by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={clsx(styles.scroller, fade.inline)} role="group" aria-labelledby={captionId} tabIndex={0}>
        <table className={clsx(styles.table, isOfTexts && styles.texts)}>
          <caption id={captionId} className={clsx(styles.caption, (hidesCaption || !caption) && styles.unseen)}>
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
                  const content = column?.numeric ? <AlignedNumber text={cell} fraction={fractions[c] ?? 0} /> : cell;
                  return c === 0 ? (
                    <th
                      key={c}
                      scope="row"
                      className={clsx(column?.numeric && styles.numeric, cell.length <= shortText && styles.short)}
                    >
                      {content}
                    </th>
                  ) : (
                    <td
                      key={c}
                      className={column?.numeric ? styles.numeric : textClass(cell)}
                      data-label={isOfTexts ? [column?.title, column?.unit].filter(Boolean).join(" ") : undefined}
                    >
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

function textClass(text: string) {
  if (text.length <= shortText) return styles.short;
  return text.length <= longText ? styles.line : styles.long;
}

/** A number, padded after its decimal mark to the longest of its column. */
function AlignedNumber({ text, fraction }: { text: string; fraction: number }) {
  const parts = splitNumber(text);
  if (!parts || fraction === 0) return text;
  const missing = fraction - parts[1].length;
  if (missing <= 0) return text;
  // A decimal mark is narrower than a digit: it is padded with one of its kind.
  const pad = parts[1] === "" ? `.${"0".repeat(missing - 1)}` : "0".repeat(missing);
  return (
    <>
      {text}
      <span className={styles.pad} data-pad={pad} aria-hidden="true" />
    </>
  );
}
