import { clsx } from "clsx";
import type { ReactNode } from "react";
import { longWord } from "~/ui/heading/longWord";
import styles from "./Section.module.css";

export type Ground = "surface" | "inverse" | "accent";

export interface SectionProps {
  /** The anchor of the table of contents. */
  id?: string | undefined;
  overline?: string | null | undefined;
  title?: string | null | undefined;
  lead?: string | null | undefined;
  /** `margin`: the title is in the left margin. `wide`: the title is above the content, which has the full width. */
  layout?: "margin" | "wide" | "plain";
  ground?: Ground | undefined;
  /** Opposite the title of a wide section. */
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A section of a page on the grid of twelve columns. Sections with a title are numbered over the page. */
export function Section({
  id,
  overline,
  title,
  lead,
  layout = "wide",
  ground,
  aside,
  className,
  children,
}: SectionProps) {
  const headingId = title && id ? `${id}-title` : undefined;
  return (
    <section
      id={id}
      className={clsx(styles.section, styles[layout], title && styles.titled, className)}
      data-ground={ground}
      aria-labelledby={headingId}
    >
      <div className={styles.grid}>
        {(title || overline) && (
          <header className={styles.header}>
            <div className={styles.heading}>
              {overline && <p className={styles.overline}>{overline}</p>}
              {title && (
                <h2 className={styles.title} id={headingId} data-long-word={longWord(title)}>
                  {title}
                </h2>
              )}
            </div>
            {(lead || aside) && (
              <div className={styles.aside}>
                {lead && <p className={styles.lead}>{lead}</p>}
                {aside}
              </div>
            )}
          </header>
        )}
        <div className={styles.body}>{children}</div>
      </div>
    </section>
  );
}
