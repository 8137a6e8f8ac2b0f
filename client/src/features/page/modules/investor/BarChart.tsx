import { scaleBand, scaleLinear } from "d3-scale";
import { useIntl } from "react-intl";
import styles from "./Chart.module.css";
import type { FinancialTable } from "./financialTable";
import { narrowChart, useChartWidth } from "./useChartWidth";

const height = 300;
/** The room for a label on narrow screens. */
const narrowestLabel = 46;
/** The width of a character of a value on narrow screens, where values are larger, with its share of the outline. */
const narrowCharacter = 8.2;
const barPadding = 0.35;
const margin = { top: 28, bottom: 42 };

/** A bar chart of one column by year. The table beside it has the same data. */
export function BarChart({ table, column, title }: { table: FinancialTable; column: number; title: string }) {
  const { formatNumber } = useIntl();
  const width = useChartWidth();
  const shownColumn = table.columns[column];
  const values = table.rows.map((row) => row.values[column] ?? 0);
  const x = scaleBand(
    table.rows.map((row) => row.label),
    [0, width],
  ).padding(barPadding);
  const y = scaleLinear([Math.min(0, ...values), Math.max(0, ...values)], [height - margin.bottom, margin.top]).nice();
  const digits = shownColumn?.decimals ?? 0;
  const texts = values.map((value) =>
    formatNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
  const isLabelled = narrowLabels(values, texts);
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={[title, shownColumn?.title, shownColumn?.unit].filter(Boolean).join(", ")}
    >
      {table.rows.map((row, i) => {
        const value = row.values[column];
        const left = x(row.label) ?? 0;
        const top = Math.min(y(value ?? 0), y(0));
        const newest = i === table.rows.length - 1;
        return (
          <g
            key={row.label}
            className={newest ? styles.newest : undefined}
            data-wide-label={isLabelled.year(i) ? undefined : ""}
            data-wide-value={isLabelled.value(i) ? undefined : ""}
          >
            {typeof value === "number" && (
              <>
                <rect
                  className={styles.bar}
                  x={left}
                  y={top}
                  width={x.bandwidth()}
                  height={Math.max(1, Math.abs(y(value) - y(0)))}
                />
                <text
                  className={styles.value}
                  x={left + x.bandwidth() / 2}
                  y={value < 0 ? y(value) + 17 : top - 8}
                  textAnchor="middle"
                >
                  {texts[i]}
                </text>
              </>
            )}
            <text className={styles.label} x={left + x.bandwidth() / 2} y={height - 10} textAnchor="middle">
              {row.label}
            </text>
          </g>
        );
      })}
      <line className={styles.axis} x1={0} x2={width} y1={y(0)} y2={y(0)} />
    </svg>
  );
}

/** Which bars have labels on narrow screens, where those of all bars would cover each other. */
function narrowLabels(values: readonly number[], texts: readonly string[]) {
  const last = values.length - 1;
  const step = Math.ceil((values.length * narrowestLabel) / narrowChart);
  const highest = values.lastIndexOf(Math.max(...values));
  const lowest = values.lastIndexOf(Math.min(...values));
  // The value of the lowest bar is between its neighbours, unless it is below the axis.
  const betweenBars = (narrowChart / (values.length + barPadding)) * (1 + barPadding);
  const isLowestShown = (values[lowest] ?? 0) < 0 || (texts[lowest]?.length ?? 0) * narrowCharacter <= betweenBars;
  const extremes = isLowestShown ? [highest, lowest] : [highest];
  return {
    year: (i: number) => (last - i) % step === 0,
    value: (i: number) => step === 1 || i === last || (extremes.includes(i) && last - i >= step),
  };
}
