import { useId, useState } from "react";
import { useIntl } from "react-intl";
import type { ContentReportViewFragment } from "~/graph/generated/graphql";
import { ContentReportToggle } from "./ContentReportToggle";
import styles from "./ContentReportSection.module.css";
import { FindingItem } from "./FindingItem";
import list from "./FindingList.module.css";
import { formatInstant } from "./formatInstant";

/** The findings of earlier reports that the last one does not contain. */
export function FixedFindings({ report }: { report: ContentReportViewFragment }) {
  const intl = useIntl();
  const { formatMessage, formatNumber } = intl;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (!report.comparedWith) return null;
  return (
    <>
      <ContentReportToggle isOpen={isOpen} controls={id} onClick={() => setOpen(!isOpen)}>
        <span>{formatMessage({ id: "editor.report.fixed" })}</span>
        <span className={styles.count}>{formatNumber(report.fixed.length)}</span>
      </ContentReportToggle>
      <div id={id} className={styles.content} hidden={!isOpen}>
        <p className={styles.explanation}>
          {formatMessage({ id: "editor.report.fixed.about" }, { time: formatInstant(intl, report.comparedWith) })}
        </p>
        <ul className={list.list}>
          {report.fixed.map(({ finding, fixedAt }, i) => (
            <li key={i} className={list.finding}>
              <FindingItem finding={finding} hasKind />
              <time className={list.detail} dateTime={fixedAt}>
                {formatMessage({ id: "editor.report.fixed.at" }, { time: formatInstant(intl, fixedAt) })}
              </time>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
