import { scaleLinear, scaleUtc } from "d3-scale";
import { line } from "d3-shape";
import { type PointerEvent, useState } from "react";
import { useIntl } from "react-intl";
import styles from "./Chart.module.css";
import type { FinancialTable, FinancialRow } from "./financialTable";
import { useChartWidth } from "./useChartWidth";

const height = 320;
const margin = { top: 12, bottom: 36, left: 56 };

/** A tenth of a unit is finer than screens can show; more digits would only enlarge the markup. */
const tenth = (length: number) => Math.round(length * 10) / 10;

/** A line chart by day or week. Values can be read by pointing at them, or with the arrow keys. */
export function LineChart({
  columns,
  rows,
  title,
}: Pick<FinancialTable, "columns"> & { rows: FinancialRow[]; title: string }) {
  const { formatDate, formatMessage, formatNumber } = useIntl();
  const width = useChartWidth();
  const last = rows.length - 1;
  const [chosen, setChosen] = useState<number>();
  const at = Math.min(chosen ?? last, last);
  const row = rows[at];
  if (!row) return null;
  const days = rows.map((r) => new Date(r.label));
  const all = rows.flatMap((r) => r.values.filter((v) => v !== null));
  const x = scaleUtc([days[0] ?? 0, days[last] ?? 0], [margin.left, width - 4]);
  const y = scaleLinear([Math.min(...all), Math.max(...all)], [height - margin.bottom, margin.top]).nice(4);
  const dayTicks = x.ticks(width / 150);
  const isLong = (days[last]?.getTime() ?? 0) - (days[0]?.getTime() ?? 0) > 2 * 365 * 864e5;
  // Years as in the bar charts: some languages would write "2014." or "2014年" on the axis.
  const tickText = (tick: Date) =>
    isLong && dayTicks.length > 2
      ? tick.getUTCFullYear().toString()
      : formatDate(tick, { month: "short", year: "2-digit", timeZone: "UTC" });
  const day = (label: string) => formatDate(label, { dateStyle: "medium", timeZone: "UTC" });
  const reading = columns.map((c, i) => {
    const value = row.values[i];
    const text =
      typeof value === "number"
        ? formatNumber(value, { minimumFractionDigits: c.decimals, maximumFractionDigits: c.decimals })
        : "–";
    return { title: c.title, text: [c.unit, text].filter(Boolean).join(" ") };
  });
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const pointedTime = x.invert(((event.clientX - box.left) / box.width) * width).getTime();
    let nearest = 0;
    days.forEach((d, i) => {
      if (Math.abs(d.getTime() - pointedTime) < Math.abs((days[nearest]?.getTime() ?? 0) - pointedTime)) nearest = i;
    });
    setChosen(nearest);
  };
  return (
    <div className={styles.series}>
      <p className={styles.reading} aria-hidden="true">
        <span>{day(row.label)}</span>
        {reading.map((r, i) => (
          <span key={r.title} className={i > 0 ? styles.second : styles.first}>
            {r.title} <strong>{r.text}</strong>
          </span>
        ))}
      </p>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={title}
        onPointerMove={point}
        onPointerLeave={() => setChosen(undefined)}
      >
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            <line className={styles.grid} x1={margin.left} x2={width} y1={y(tick)} y2={y(tick)} />
            <text className={styles.label} x={margin.left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
              {formatNumber(tick)}
            </text>
          </g>
        ))}
        {dayTicks.map((tick) => (
          <text key={tick.getTime()} className={styles.label} x={x(tick)} y={height - 10} textAnchor="middle">
            {tickText(tick)}
          </text>
        ))}
        {columns.map((c, i) => (
          <path
            key={c.key}
            className={i > 0 ? styles.lineSecond : styles.line}
            d={
              line<FinancialRow>(
                (r) => tenth(x(new Date(r.label))),
                (r) => tenth(y(r.values[i] ?? 0)),
              ).defined((r) => r.values[i] !== null)(rows) ?? ""
            }
          />
        ))}
        <line
          className={styles.cursor}
          x1={x(new Date(row.label))}
          x2={x(new Date(row.label))}
          y1={margin.top}
          y2={height - margin.bottom}
        />
      </svg>
      <input
        className={styles.range}
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={formatMessage({ id: "investor.day" }, { title })}
        aria-valuetext={[day(row.label), ...reading.map((r) => `${r.title} ${r.text}`)].join(", ")}
        onChange={(event) => setChosen(Number(event.target.value))}
      />
    </div>
  );
}
