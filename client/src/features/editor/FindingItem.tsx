import { useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import type { ContentFindingViewFragment } from "~/graph/generated/graphql";
import { withChanges } from "./areaUrl";
import styles from "./FindingList.module.css";
import { PlaceWords } from "./PlaceWords";

export interface FindingItemProps {
  finding: ContentFindingViewFragment;
  /** Names the kind, where the list is not divided by kinds. */
  hasKind?: boolean;
}

/** A finding: page, place in the page and value. The link selects the page and marks the module in the preview. */
export function FindingItem({ finding, hasKind = false }: FindingItemProps) {
  const { formatMessage } = useIntl();
  const { search } = useLocation();
  const { kind, record, place, message, url, path, title } = finding;
  return (
    <>
      {hasKind && <span className={styles.kind}>{formatMessage({ id: `editor.report.kind.${kind}` })}</span>}
      <span className={styles.name}>
        {path ? (
          <Link
            className={styles.page}
            to={withChanges(search, { page: path, module: record ?? "" })}
            discover="none"
            preventScrollReset
          >
            {title ?? path}
          </Link>
        ) : (
          formatMessage({ id: "editor.report.everywhere" })
        )}
        {place.length > 0 && (
          <>
            {" › "}
            <PlaceWords words={place} />
          </>
        )}
      </span>
      {(message ?? url) && <span className={styles.detail}>{[message, url].filter(Boolean).join(" · ")}</span>}
    </>
  );
}
