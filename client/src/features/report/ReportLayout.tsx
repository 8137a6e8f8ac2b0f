import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { ReportPositionFragment } from "~/graph/generated/graphql";
import type { Anchor } from "~/ui/anchors/AnchorNavigation";
import { ArrowLeftIcon, ArrowRightIcon, ChevronDownIcon } from "~/ui/icon/iconSet";
import { Section } from "~/ui/section/Section";
import styles from "./ReportLayout.module.css";

export interface ReportChapterProps {
  report: ReportPositionFragment;
  /** The sections of the chapter. */
  anchors: readonly Anchor[];
  /** The chapter's content. */
  children: ReactNode;
}

/**
 * A chapter of a report (INV-7): the content, the list of chapters beside it (collapsed above it on small screens), and
 * links to the previous and next chapter.
 */
export function ReportChapter({ report, anchors, children }: ReportChapterProps) {
  const { formatMessage } = useIntl();
  const { root, chapters, number } = report;
  const place = number && formatMessage({ id: "report.chapter" }, { number, count: chapters.length });
  return (
    <div className={styles.chapter}>
      <nav className={styles.side} aria-label={formatMessage({ id: "report.chaptersOf" }, { title: root.title })}>
        <div className={styles.beside}>
          <Link className={styles.root} to={root.url}>
            {root.title}
          </Link>
          <Chapters report={report} anchors={anchors} />
        </div>
        {/* Collapsed again in the next chapter. */}
        <details key={number} className={styles.folded}>
          <summary className={styles.summary}>
            <span className={styles.root}>{root.title}</span>
            <span className={styles.place}>{place}</span>
            <ChevronDownIcon className={styles.chevron} />
          </summary>
          <Link className={styles.cover} to={root.url}>
            {root.title}
          </Link>
          <Chapters report={report} />
        </details>
      </nav>
      <div className={styles.column}>
        <p className={styles.position}>
          <ProgressScale report={report} />
          {place}
        </p>
        {children}
        <ChapterNavigation report={report} />
      </div>
    </div>
  );
}

/** The report's table of contents, for its first page. */
export function ReportContents({ report }: { report: ReportPositionFragment }) {
  const { formatMessage } = useIntl();
  if (report.chapters.length === 0) return null;
  return (
    <Section id="chapters" layout="margin" title={formatMessage({ id: "report.chapters" })}>
      <nav aria-label={formatMessage({ id: "report.chaptersOf" }, { title: report.root.title })}>
        <ol className={styles.contents}>
          {report.chapters.map((chapter, i) => (
            <li key={chapter.url}>
              <Link className={styles.entry} to={chapter.url}>
                <span className={styles.number} aria-hidden="true">
                  {i + 1}
                </span>
                <span className={styles.title}>{chapter.title}</span>
                <ArrowRightIcon className={styles.arrow} />
              </Link>
            </li>
          ))}
        </ol>
      </nav>
    </Section>
  );
}

/** The list of chapters, the current one with its sections. */
function Chapters({ report, anchors = [] }: { report: ReportPositionFragment; anchors?: readonly Anchor[] }) {
  return (
    <ol className={styles.list}>
      {report.chapters.map((chapter, i) => (
        <li key={chapter.url}>
          <Link className={styles.link} to={chapter.url} aria-current={chapter.isCurrent ? "page" : undefined}>
            <span className={styles.number} aria-hidden="true">
              {i + 1}
            </span>
            {chapter.title}
          </Link>
          {chapter.isCurrent && anchors.length > 1 && (
            <ul className={styles.parts}>
              {anchors.map(({ id, title }) => (
                <li key={id}>
                  <a className={styles.part} href={`#${id}`}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

/** A progress scale with a tick for each chapter. It repeats the position that is given in words beside it. */
function ProgressScale({ report }: { report: ReportPositionFragment }) {
  return (
    <span className={styles.scale} aria-hidden="true">
      {report.chapters.map((chapter, i) => (
        <span key={chapter.url} className={styles.tick} data-read={i < (report.number ?? 0) ? "" : undefined} />
      ))}
    </span>
  );
}

/** Links to the previous and next chapter. */
function ChapterNavigation({ report: { previous, next } }: { report: ReportPositionFragment }) {
  const { formatMessage } = useIntl();
  if (!previous && !next) return null;
  return (
    <nav className={styles.turn} aria-label={formatMessage({ id: "report.turn" })}>
      {previous && (
        <Link className={styles.way} to={previous.url} rel="prev">
          <span className={styles.direction}>
            <ArrowLeftIcon size={16} /> {formatMessage({ id: "report.previous" })}
          </span>
          <span className={styles.title}>{previous.title}</span>
        </Link>
      )}
      {next && (
        <Link className={styles.way} to={next.url} rel="next" data-next="">
          <span className={styles.direction}>
            {formatMessage({ id: "report.next" })} <ArrowRightIcon size={16} />
          </span>
          <span className={styles.title}>{next.title}</span>
        </Link>
      )}
    </nav>
  );
}
