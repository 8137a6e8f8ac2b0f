import { useApolloClient } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import { ContentReportLinksDocument, type EditorAreaViewFragment } from "~/graph/generated/graphql";
import { upToDate } from "~/graph/upToDate";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { withChanges } from "./areaUrl";
import styles from "./FindingList.module.css";
import { ContentReportSection } from "./ContentReportSection";

/** The external links of the site's pages. */
export function ExternalLinks({ area }: { area: EditorAreaViewFragment }) {
  const { formatMessage } = useIntl();
  const { search } = useLocation();
  const client = useApolloClient();
  const loadPage = async (after: string | undefined) => {
    const { data } = await client.query({
      query: ContentReportLinksDocument,
      variables: { site: area.site.id, locale: area.locale.code, ...(after && { after }) },
      ...upToDate,
    });
    return data?.contentReport?.externalLinks;
  };
  return (
    <ContentReportSection
      title={formatMessage({ id: "editor.report.external" })}
      explanation={formatMessage({ id: "editor.report.external.about" })}
      loadPage={loadPage}
    >
      {(links) => (
        <ul className={styles.list}>
          {links.map(({ url, path, pageCount, status }) => (
            <li key={url} className={styles.finding}>
              <a className={styles.name} href={url} target="_blank" rel="noopener">
                {url}
                <VisuallyHidden> {formatMessage({ id: "link.newTab" })}</VisuallyHidden>
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
      )}
    </ContentReportSection>
  );
}
