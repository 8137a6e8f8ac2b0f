import { clsx } from "clsx";
import type { ReactNode } from "react";
import { ChevronRightIcon } from "~/ui/icon/iconSet";
import styles from "./ContentReportToggle.module.css";

export interface ContentReportToggleProps {
  isOpen: boolean;
  /** The id of the element that is shown and hidden. */
  controls: string;
  /** True for the whole report, false for a section of it. */
  isHead?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** The button that shows and hides the content report or a section of it. */
export function ContentReportToggle({ isOpen, controls, isHead = false, onClick, children }: ContentReportToggleProps) {
  return (
    <button
      type="button"
      className={clsx(styles.toggle, isHead && styles.head)}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onClick}
    >
      <ChevronRightIcon size={16} />
      {children}
    </button>
  );
}
