import { useQuery } from "@apollo/client/react";
import { useEffect, useTransition } from "react";
import { useIntl } from "react-intl";
import {
  ContentReportFindingsDocument,
  type ContentReportViewFragment,
  type EditorAreaViewFragment,
} from "~/graph/generated/graphql";
import { upToDate } from "~/graph/upToDate";
import { useRetry } from "~/graph/useRetry";
import { documentLocale } from "~/lib/document/documentLocale";
import { Button, ButtonLink } from "~/ui/button/Button";
import { DownloadIcon } from "~/ui/icon/iconSet";
import { Unavailable } from "~/ui/notice/Unavailable";
import { Spinner } from "~/ui/spinner/Spinner";
import { FindingList } from "./FindingList";
import type { ReportFilter } from "./reportFilter";
import styles from "./Worklist.module.css";

export interface WorklistProps {
  area: EditorAreaViewFragment;
  report: ContentReportViewFragment;
  filter: ReportFilter;
}

/** The findings of the site's report that the filter selects, the most severe first, and links to them as files. */
export function Worklist({ area, report, filter }: WorklistProps) {
  const { formatMessage } = useIntl();
  const reader = documentLocale();
  const [isLoading, startLoading] = useTransition();
  const { severity, kind, search } = filter;
  const { data, error, refetch, fetchMore } = useQuery(ContentReportFindingsDocument, {
    variables: {
      site: area.site.id,
      locale: area.locale.code,
      reader,
      ...(severity && { severity }),
      ...(kind && { kind }),
      ...(search && { search }),
    },
    ...upToDate,
    ssr: false,
  });
  const retry = useRetry(refetch);
  // A running report has more findings each time.
  const found = report.counts.reduce((sum, { count }) => sum + count, 0);
  const version = `${report.startedAt} ${report.state} ${found}`;
  useEffect(() => void retry(), [retry, version]);

  if (error) return <Unavailable text={formatMessage({ id: "editor.report.unavailable" })} onRetry={retry} />;
  if (!data) return <Spinner />;
  if (!data.contentReport) return null;
  const { findings, exportUrl, exportXlsxUrl } = data.contentReport;
  const after = findings.pageInfo.hasNextPage ? findings.pageInfo.endCursor : null;
  const showMore = () =>
    startLoading(async () => {
      await fetchMore({
        variables: { after },
        updateQuery: (shown, { fetchMoreResult: next }) => {
          if (!shown.contentReport || !next.contentReport) return next;
          const { edges, ...page } = next.contentReport.findings;
          const all = [...shown.contentReport.findings.edges, ...edges];
          return { ...next, contentReport: { ...next.contentReport, findings: { ...page, edges: all } } };
        },
      });
    });
  return (
    <div className={styles.worklist}>
      <div className={styles.head}>
        <p role="status">{formatMessage({ id: "editor.report.shown" }, { count: findings.totalCount })}</p>
        {findings.totalCount > 0 && (
          <p className={styles.files}>
            {([exportUrl, exportXlsxUrl] as const).map((url, i) => (
              <ButtonLink
                key={url}
                size="small"
                variant="quiet"
                target={{ kind: "PLAIN", url }}
                icon={<DownloadIcon size={16} />}
              >
                {formatMessage({ id: i === 0 ? "editor.report.csv" : "editor.report.xlsx" })}
              </ButtonLink>
            ))}
          </p>
        )}
      </div>
      <FindingList
        findings={findings.edges.map(({ node }) => node)}
        countOf={(wanted) => (search ? undefined : report.counts.find((entry) => entry.kind === wanted)?.count)}
      />
      {after && (
        <Button size="small" variant="secondary" loading={isLoading} onClick={showMore}>
          {formatMessage({ id: "editor.report.more" })}
        </Button>
      )}
    </div>
  );
}
