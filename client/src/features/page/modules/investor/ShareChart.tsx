import { useIntl } from "react-intl";
import styles from "./Chart.module.css";
import type { FinancialTable } from "./financialTable";
import { useChartWidth } from "./useChartWidth";

/** Percentages as one segmented bar. The table beside it names the segments. */
export function ShareChart({ table, title }: { table: FinancialTable; title: string }) {
  const { formatNumber } = useIntl();
  const width = useChartWidth();
  const parts = table.rows.map((row) => ({ label: row.label, value: row.values[0] ?? 0 }));
  const unit = width / 100;
  const starts = parts.map((_, i) => parts.slice(0, i).reduce((sum, part) => sum + part.value, 0));
  return (
    <svg className={styles.chart} viewBox={`0 0 ${width} 96`} role="img" aria-label={title}>
      {parts.map((part, i) => {
        const left = (starts[i] ?? 0) * unit;
        return (
          <g key={part.label}>
            <rect
              className={styles.part}
              x={left + 1}
              y={0}
              width={Math.max(1, part.value * unit - 2)}
              height={60}
              fillOpacity={1 - (0.7 * i) / Math.max(1, parts.length - 1)}
            />
            {part.value * unit > 30 && (
              <text className={styles.label} x={left + (part.value * unit) / 2} y={86} textAnchor="middle">
                {formatNumber(part.value, { maximumFractionDigits: 1 })}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
