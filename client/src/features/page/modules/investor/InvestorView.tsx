import { useState } from "react";
import { useIntl } from "react-intl";
import type { InvestorTableModuleFragment } from "~/graph/generated/graphql";
import { DownloadIcon } from "~/ui/icon/iconSet";
import { RadioGroup } from "~/ui/input/Choice";
import { Select } from "~/ui/input/Select";
import { Section } from "~/ui/section/Section";
import { DataTable } from "~/ui/table/DataTable";
import { BarChart } from "./BarChart";
import styles from "./InvestorView.module.css";
import type { FinancialTable, FinancialRow } from "./financialTable";
import { LineChart } from "./LineChart";
import { ShareChart } from "./ShareChart";

const ranges = ["1", "5", "all"] as const;
type Range = (typeof ranges)[number];

/** A financial table: chart, table and download. */
export function InvestorView({ module: m }: { module: InvestorTableModuleFragment }) {
  const { formatMessage } = useIntl();
  const title = m.title ?? m.anchorTitle ?? "";
  return (
    <Section id={m.id} title={title} lead={m.text}>
      {m.table ? <TableBody table={m.table} title={title} /> : <p>{formatMessage({ id: "listing.unavailable" })}</p>}
    </Section>
  );
}

function TableBody({ table, title }: { table: FinancialTable; title: string }) {
  const { formatDate, formatMessage, formatNumber } = useIntl();
  const [column, setColumn] = useState(table.kind === "ANNUAL_FIGURES" ? Math.min(1, table.columns.length - 1) : 0);
  const [range, setRange] = useState<Range>("all");
  const { series } = table;
  const isSeries = !!series;
  // Time series are listed newest first.
  const rows =
    table.kind === "SHAREHOLDERS" ? table.rows : (isSeries ? within(table.rows, range) : [...table.rows]).reverse();
  const list = (
    <DataTable
      caption={title}
      hidesCaption
      columns={[
        { title: table.labelTitle },
        ...table.columns.map((c) => ({ title: c.title, unit: c.unit, numeric: true })),
      ]}
      rows={rows.map((row) => [
        isSeries ? formatDate(row.label, { dateStyle: "medium", timeZone: "UTC" }) : row.label,
        ...row.values.map((value, i) => {
          const digits = table.columns[i]?.decimals ?? 0;
          return value === null
            ? "–"
            : formatNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
        }),
      ])}
      note={isSeries ? [formatMessage({ id: "investor.excerpt" }), table.note].filter(Boolean).join(" ") : table.note}
    />
  );
  return (
    <div className={styles.figures}>
      {isSeries && (
        <RadioGroup
          className={styles.choice ?? ""}
          legend={formatMessage({ id: "investor.range" })}
          segmented
          defaultValue={range}
          onChange={(event) => setRange(event.target.value as Range)}
          options={ranges.map((r) => ({ value: r, label: formatMessage({ id: `investor.range.${r}` }) }))}
        />
      )}
      {!isSeries && table.kind !== "SHAREHOLDERS" && table.columns.length > 1 && (
        <Select
          className={styles.choice}
          label={formatMessage({ id: "investor.figure" })}
          isFilter
          value={String(column)}
          onChange={(event) => setColumn(Number(event.target.value))}
          options={table.columns.map((c, i) => ({ value: String(i), label: c.title }))}
        />
      )}
      {series && <LineChart columns={table.columns} rows={within(rowsOf(series), range)} title={title} />}
      {table.kind === "SHAREHOLDERS" && <ShareChart table={table} title={title} />}
      {!isSeries && table.kind !== "SHAREHOLDERS" && <BarChart table={table} column={column} title={title} />}
      {isSeries ? (
        <details className={styles.details}>
          <summary>{formatMessage({ id: "investor.table" })}</summary>
          {list}
        </details>
      ) : (
        list
      )}
      <p>
        <a
          className={styles.file}
          href={table.csvUrl}
          aria-label={`${formatMessage({ id: "investor.csv" })}: ${title}`}
          download
        >
          <DownloadIcon size={16} /> <span>{formatMessage({ id: "investor.csv" })}</span>
        </a>
      </p>
    </div>
  );
}

/** Converts the series of the chart to rows. */
function rowsOf({ days, values }: NonNullable<FinancialTable["series"]>): FinancialRow[] {
  return days.map((label, i) => ({ label, values: values.map((column) => column[i] ?? null) }));
}

/** The rows of the last years. */
function within(rows: readonly FinancialRow[], range: Range): FinancialRow[] {
  const last = rows.at(-1)?.label;
  if (range === "all" || !last) return [...rows];
  const since = `${Number(last.slice(0, 4)) - Number(range)}${last.slice(4)}`;
  return rows.filter((row) => row.label >= since);
}
