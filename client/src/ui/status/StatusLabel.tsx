import type { ReactNode } from "react";
import styles from "./StatusLabel.module.css";

export type StatusTone = "neutral" | "info" | "success" | "warning" | "error";

/** Shapes make statuses distinguishable without colours. */
export type StatusShape = "ring" | "half" | "disc" | "square" | "frame" | "diamond" | "slash" | "line";

export interface StatusSymbolProps {
  tone: StatusTone;
  shape: StatusShape;
}

/** A symbol before a status text. */
export function StatusSymbol({ tone, shape }: StatusSymbolProps) {
  return <span className={styles.symbol} data-tone={tone} data-shape={shape} aria-hidden="true" />;
}

export interface StatusLabelProps {
  tone: StatusTone;
  /** Omitted for a text that is not one of several statuses. */
  shape?: StatusShape;
  children: ReactNode;
}

/** A status: a text with coloured background and a symbol. */
export function StatusLabel({ tone, shape, children }: StatusLabelProps) {
  return (
    <span className={styles.label} data-tone={tone}>
      {shape && <StatusSymbol tone={tone} shape={shape} />}
      {children}
    </span>
  );
}
