import { useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import { withChanges } from "./areaUrl";
import { type FrameWidth, frameWidths, widthNames } from "./frameWidths";
import styles from "./FrameWidths.module.css";

export interface FrameWidthsProps {
  selected: FrameWidth;
  /** The scale in which the frame is shown; undefined before it is measured. */
  scale: number | undefined;
}

/** The links that choose the width of the preview frame, and the width and scale in which it is shown. */
export function FrameWidths({ selected, scale }: FrameWidthsProps) {
  const { formatMessage, formatNumber } = useIntl();
  const { search } = useLocation();
  return (
    <div className={styles.bar}>
      <ul className={styles.widths} aria-label={formatMessage({ id: "editor.frame.width" })}>
        {widthNames.map((name) => (
          <li key={name}>
            <Link
              className={styles.width}
              to={withChanges(search, { width: name })}
              aria-current={name === selected ? "true" : undefined}
              discover="none"
              preventScrollReset
            >
              {formatMessage({ id: `editor.frame.${name}` })}
            </Link>
          </li>
        ))}
      </ul>
      {scale !== undefined && (
        <p className={styles.scale}>{`${frameWidths[selected]} px · ${formatNumber(scale, { style: "percent" })}`}</p>
      )}
    </div>
  );
}
