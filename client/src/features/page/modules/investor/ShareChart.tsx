import { useIntl } from "react-intl";
import styles from "./Chart.module.css";
import type { FinancialTable } from "./financialTable";
import { useChartWidth } from "./useChartWidth";

/** Percentages as one segmented bar with the names of its segments. */
export function ShareChart({ table, title }: { table: FinancialTable; title: string }) {
  const { formatNumber } = useIntl();
  const width = useChartWidth();
  const unit = width / 100;
  const parts = table.rows.map((row, i) => ({
    label: row.label,
    value: row.values[0] ?? 0,
    opacity: 1 - (0.7 * i) / Math.max(1, table.rows.length - 1),
  }));
  const starts = parts.map((_, i) => parts.slice(0, i).reduce((sum, part) => sum + part.value, 0));
  return (
    <div className={styles.shares}>
      <svg className={styles.chart} viewBox={`0 0 ${width} 60`} role="img" aria-label={title}>
        {parts.map((part, i) => (
          <rect
            key={part.label}
            className={styles.part}
            x={(starts[i] ?? 0) * unit + 1}
            y={0}
            width={Math.max(1, part.value * unit - 2)}
            height={60}
            fillOpacity={part.opacity}
          />
        ))}
      </svg>
      {/* The table after the chart has the same values. */}
      <ul className={styles.key} aria-hidden="true">
        {parts.map((part) => (
          <li key={part.label} className={styles.share}>
            <svg className={styles.colour} viewBox="0 0 14 14">
              <rect className={styles.part} width={14} height={14} fillOpacity={part.opacity} />
            </svg>
            {part.label}{" "}
            <strong>{formatNumber(part.value / 100, { style: "percent", maximumFractionDigits: 1 })}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
