import type { ReactNode } from "react";
import styles from "./StatusLabel.module.css";

export type StatusTone = "neutral" | "info" | "success" | "warning" | "error";

/** Told apart without their colours. */
export type StatusSignShape = "ring" | "half" | "disc" | "square" | "frame" | "diamond" | "slash" | "line";

export interface StatusSignProps {
  tone: StatusTone;
  shape: StatusSignShape;
}

/** A sign before the word that says a status. */
export function StatusSign({ tone, shape }: StatusSignProps) {
  return <span className={styles.sign} data-tone={tone} data-shape={shape} aria-hidden="true" />;
}

export interface StatusLabelProps {
  tone: StatusTone;
  /** Left out where the word is no state of several. */
  shape?: StatusSignShape;
  children: ReactNode;
}

/** A status: a word on a ground of its own, with a sign. */
export function StatusLabel({ tone, shape, children }: StatusLabelProps) {
  return (
    <span className={styles.label} data-tone={tone}>
      {shape && <StatusSign tone={tone} shape={shape} />}
      {children}
    </span>
  );
}
