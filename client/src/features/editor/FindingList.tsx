import { useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import type { ContentFindingViewFragment } from "~/graph/generated/graphql";
import { withChanges } from "./areaUrl";
import styles from "./FindingList.module.css";

export interface FindingListProps {
  findings: readonly ContentFindingViewFragment[];
  /** Shows the kind of each finding; otherwise its page, with a link that selects the page. */
  hasKinds?: boolean;
}

/** Findings of the content report, each with its record and field. */
export function FindingList({ findings, hasKinds = false }: FindingListProps) {
  const { formatMessage } = useIntl();
  const { search } = useLocation();
  return (
    <ul className={styles.list}>
      {findings.map((finding, i) => {
        const { kind, document, record, field, message, url, path, title } = finding;
        const place = [document, record !== document && record, field].filter(Boolean).join(" › ");
        return (
          <li key={i} className={styles.finding}>
            {hasKinds ? (
              <span className={styles.name}>{formatMessage({ id: `editor.report.kind.${kind}` })}</span>
            ) : path ? (
              <Link className={styles.name} to={withChanges(search, { page: path })} preventScrollReset>
                {title ?? path}
              </Link>
            ) : (
              <span className={styles.name}>{formatMessage({ id: "editor.report.everywhere" })}</span>
            )}
            {place && <code className={styles.place}>{place}</code>}
            {(message ?? url) && <span className={styles.detail}>{[message, url].filter(Boolean).join(" · ")}</span>}
          </li>
        );
      })}
    </ul>
  );
}
