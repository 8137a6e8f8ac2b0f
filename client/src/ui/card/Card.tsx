import type { ReactNode } from "react";
import { Link } from "react-router";
import { type KeyFigure, KeyFigures } from "~/ui/figures/KeyFigures";
import { Picture, type PictureSource } from "~/ui/picture/Picture";
import styles from "./Card.module.css";

export interface CardProps {
  title: string;
  /** The language of the text if it is another one than that of the page. */
  textLanguage?: string | undefined;
  /** The language of the title, likewise. */
  titleLanguage?: string | undefined;
  /** The URL that the whole card links to; null for none. */
  url?: string | null | undefined;
  overline?: ReactNode;
  text?: string | null | undefined;
  /** Decorative, since the title is beside it. */
  picture?: Omit<PictureSource, "alternativeText"> | null | undefined;
  /** A badge on the picture. */
  badge?: ReactNode;
  figures?: readonly KeyFigure[] | undefined;
  /** Figures with a drawing, between the figures and the facts. */
  lines?: ReactNode;
  facts?: ReactNode;
  action?: ReactNode;
  headingLevel?: 2 | 3;
}

/** Cards side by side. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className={styles.grid}>{children}</ul>;
}

/** A card for something that has a page: picture, title, text. An item of a {@link CardGrid}. */
export function Card({
  title,
  titleLanguage,
  url,
  overline,
  text,
  textLanguage,
  picture,
  badge,
  figures,
  lines,
  facts,
  action,
  headingLevel = 3,
}: CardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <li className={styles.card}>
      {picture && (
        <div className={styles.media}>
          <Picture
            picture={{ ...picture, alternativeText: "" }}
            sizes="(min-width: 64rem) 30vw, (min-width: 40rem) 50vw, 100vw"
          />
          {badge && <span className={styles.badge}>{badge}</span>}
        </div>
      )}
      {overline && <p className={styles.overline}>{overline}</p>}
      <Heading className={styles.name} lang={titleLanguage}>
        {url ? (
          <Link className={styles.link} to={url}>
            {title}
          </Link>
        ) : (
          title
        )}
      </Heading>
      {text && (
        <p className={styles.text} lang={textLanguage}>
          {text}
        </p>
      )}
      {figures && figures.length > 0 && (
        <div className={styles.figures}>
          <KeyFigures figures={figures} />
        </div>
      )}
      {lines && <div className={styles.lines}>{lines}</div>}
      {facts && <p className={styles.facts}>{facts}</p>}
      {action && <p className={styles.action}>{action}</p>}
    </li>
  );
}
