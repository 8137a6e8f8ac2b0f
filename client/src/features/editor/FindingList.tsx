import { useIntl } from "react-intl";
import type { ContentFindingKind, ContentFindingViewFragment } from "~/graph/generated/graphql";
import { FindingItem } from "./FindingItem";
import styles from "./FindingList.module.css";
import { SeverityLabel } from "./SeverityLabel";

export interface FindingListProps {
  /** The findings, those of a kind after each other. */
  findings: readonly ContentFindingViewFragment[];
  /** The number of findings of a kind, of which some may not be loaded. */
  countOf?: (kind: ContentFindingKind) => number | undefined;
}

/** Findings of the content report by kind, each with its page and place. */
export function FindingList({ findings, countOf }: FindingListProps) {
  const groups: ContentFindingViewFragment[][] = [];
  for (const finding of findings) {
    const last = groups.at(-1);
    if (last?.[0]?.kind === finding.kind) last.push(finding);
    else groups.push([finding]);
  }
  return groups.map((group) => group[0] && <KindGroup key={group[0].kind} findings={group} countOf={countOf} />);
}

function KindGroup({ findings, countOf }: FindingListProps) {
  const { formatMessage, formatNumber } = useIntl();
  const [first] = findings;
  if (!first) return null;
  const { kind, severity } = first;
  return (
    <div className={styles.group}>
      <h4 className={styles.heading}>
        <SeverityLabel severity={severity} />
        {formatMessage({ id: `editor.report.kind.${kind}` })}
        <span className={styles.count}>{formatNumber(countOf?.(kind) ?? findings.length)}</span>
      </h4>
      <p className={styles.about}>{formatMessage({ id: `editor.report.about.${kind}` })}</p>
      <ul className={styles.list}>
        {findings.map((finding, i) => (
          <li key={i} className={styles.finding}>
            <FindingItem finding={finding} />
          </li>
        ))}
      </ul>
    </div>
  );
}
