import { useQuery } from "@apollo/client/react";
import { useDeferredValue, useState } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import { type EditorAreaViewFragment, EditorSearchDocument } from "~/graph/generated/graphql";
import { useRetry } from "~/graph/useRetry";
import { upToDate } from "~/graph/upToDate";
import { formatSince } from "~/i18n/formatSince";
import { Unavailable } from "~/ui/notice/Unavailable";
import { Spinner } from "~/ui/spinner/Spinner";
import { withChanges } from "./areaUrl";
import { NodeMarks } from "./NodeMarks";
import styles from "./NodeSearch.module.css";

export interface NodeSearchProps {
  area: EditorAreaViewFragment;
  /** The search text; undefined lists the documents with unpublished changes. */
  search: string | undefined;
}

/** The tree entries that match a search, or the documents with unpublished changes. */
export function NodeSearch({ area, search: searchText }: NodeSearchProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { search: query } = useLocation();
  const [now] = useState(Date.now);
  const text = useDeferredValue(searchText);
  const { data, previousData, error, refetch } = useQuery(EditorSearchDocument, {
    variables: {
      site: area.site.id,
      locale: area.locale.code,
      unpublished: text === undefined,
      ...(text !== undefined && { search: text }),
    },
    ...upToDate,
  });
  const retry = useRetry(refetch);
  const found = (data ?? previousData)?.editorNodes;
  if (error) return <Unavailable text={formatMessage({ id: "editor.tree.unavailable" })} onRetry={retry} />;
  if (!found) return <Spinner />;
  return (
    <>
      <p className={styles.count} role="status">
        {searchText === undefined && found.totalCount === 0
          ? formatMessage({ id: "editor.tree.noUnpublished" })
          : formatMessage({ id: "editor.tree.results" }, { count: found.totalCount })}
      </p>
      <ul className={styles.list}>
        {found.edges.map(({ node }) => (
          <li key={node.id}>
            <Link
              className={styles.link}
              to={withChanges(query, {
                page: node.path ?? "/",
                // Unpublished changes are visible only in the draft stage.
                ...(searchText === undefined && { stage: "DRAFT" }),
              })}
              aria-current={node.id === area.node?.id ? "true" : undefined}
              discover="none"
              preventScrollReset
            >
              {node.trail.length > 0 && <span className={styles.trail}>{node.trail.join(" › ")}</span>}
              <span>{node.title ?? node.path}</span>
              {searchText === undefined && node.changedAt && (
                <span className={styles.trail}>
                  {formatMessage({ id: "editor.tree.changed" }, { time: formatSince(intl, node.changedAt, now) })}
                </span>
              )}
              <NodeMarks node={node} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
