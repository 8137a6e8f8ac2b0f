import type { ReactNode } from "react";
import styles from "./Icon.module.css";

export interface IconProps {
  /** Icons have 16 or 24 pixels (CONST-29). */
  size?: 16 | 24;
  className?: string | undefined;
}

/** The SVG frame of an icon: a grid of 24 units, with hairlines that are equally thick in both sizes. */
export function Icon({ size = 24, className, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      className={className ? `${styles.icon} ${className}` : styles.icon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size === 16 ? 2 : 1.5}
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}
