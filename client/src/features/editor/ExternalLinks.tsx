import { useApolloClient } from "@apollo/client/react";
import { useState } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import {
  ContentReportLinksDocument,
  type ContentReportLinksQuery,
  type EditorAreaViewFragment,
} from "~/graph/generated/graphql";
import { withChanges } from "./areaAddress";
import styles from "./FindingList.module.css";
import { ContentReportSection } from "./ContentReportSection";

type ExternalLink = NonNullable<ContentReportLinksQuery["contentReport"]>["externalLinks"]["edges"][number]["node"];

/** The external links of the site's pages. */
export function ExternalLinks({ area }: { area: EditorAreaViewFragment }) {
  const { formatMessage } = useIntl();
  const { search } = useLocation();
  const client = useApolloClient();
  const [links, setLinks] = useState<readonly ExternalLink[]>([]);
  const fetchEntries = async (after: string | undefined) => {
    const { data } = await client.query({
      query: ContentReportLinksDocument,
      variables: { site: area.site.id, locale: area.locale.code, ...(after && { after }) },
      fetchPolicy: "no-cache",
    });
    const part = data?.contentReport?.externalLinks;
    if (!part) throw new Error("The links are missing in the answer.");
    const nodes = part.edges.map(({ node }) => node);
    setLinks((previous) => (after ? [...previous, ...nodes] : nodes));
    return part.pageInfo.hasNextPage ? (part.pageInfo.endCursor ?? undefined) : undefined;
  };
  return (
    <ContentReportSection
      title={formatMessage({ id: "editor.report.external" })}
      explanation={formatMessage({ id: "editor.report.external.about" })}
      fetchEntries={fetchEntries}
    >
      <ul className={styles.list}>
        {links.map(({ url, path, pageCount, status }) => (
          <li key={url} className={styles.finding}>
            <a className={styles.name} href={url} target="_blank" rel="noopener">
              {url}
            </a>
            <span className={styles.detail}>
              {formatMessage({ id: "editor.report.external.pages" }, { count: pageCount })}
              {status ? ` · HTTP ${status}` : ""}
            </span>
            {path && (
              <Link className={styles.detail} to={withChanges(search, { page: path })} preventScrollReset>
                {path}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </ContentReportSection>
  );
}
