import { useQuery } from "@apollo/client/react";
import { useEffect, useEffectEvent, useId } from "react";
import { useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import {
  ContentFindingsDocument,
  type ContentFindingViewFragment,
  type EditorAreaViewFragment,
} from "~/graph/generated/graphql";
import { useRetry } from "~/graph/useRetry";
import { upToDate } from "~/graph/upToDate";
import { reportParameters } from "~/lib/url/clientParameters";
import { Unavailable } from "~/ui/notice/Unavailable";
import { Spinner } from "~/ui/spinner/Spinner";
import styles from "./ContentReport.module.css";
import { FindingList } from "./FindingList";
import { ContentReportToggle } from "./ContentReportToggle";
import type { ChangeUrl } from "./useAreaUrl";
import { SiteContentReport } from "./SiteContentReport";

export interface ContentReportProps {
  area: EditorAreaViewFragment;
  /** Increases with each change event of the content; the page is checked again. */
  changeCount: number;
  onChange: ChangeUrl;
  /** Called when the tree entry of the page has another mark. */
  onMarkChange: () => void;
  /** Called when the report of the site has finished: many entries may have other marks. */
  onSiteEnd: () => void;
}

/** The content report of the previewed page and of its whole site: what was dropped, skipped or replaced. */
export function ContentReport({ area, changeCount, onChange, onMarkChange, onSiteEnd }: ContentReportProps) {
  const { formatMessage } = useIntl();
  const [query] = useSearchParams();
  const isOpen = query.get(reportParameters.report) === "open";
  const [id, pageHeading, siteHeading] = [useId(), useId(), useId()];
  const { data, error, refetch } = useQuery(ContentFindingsDocument, {
    variables: {
      site: area.site.id,
      locale: area.locale.code,
      page: area.page,
      stage: area.stage,
      preview: { audience: area.audience, ...(area.moment && { moment: area.moment }) },
    },
    ...upToDate,
    ssr: false,
  });
  const retry = useRetry(refetch);
  const found = data?.contentFindings;
  useEffect(() => {
    if (changeCount > 0) void retry();
  }, [changeCount, retry]);
  const compareMarks = useEffectEvent((findings: readonly ContentFindingViewFragment[]) => {
    // Findings of the header and footer, which every page has, have no path.
    const isFound = findings.some(({ path }) => path === area.page);
    const isMarked = area.node?.marks.includes("CONTENT_ERROR") ?? false;
    if (area.node && isFound !== isMarked) onMarkChange();
  });
  useEffect(() => {
    if (found) compareMarks(found);
  }, [found]);
  return (
    <section className={styles.report} aria-label={formatMessage({ id: "editor.report" })}>
      <h2 className={styles.heading}>
        <ContentReportToggle
          isHead
          isOpen={isOpen}
          controls={id}
          onClick={() => onChange({ [reportParameters.report]: isOpen ? "" : "open" }, { replace: true })}
        >
          {formatMessage({ id: "editor.report" })}
          {found && (
            <span className={styles.count} data-empty={found.length === 0 || undefined}>
              {formatMessage({ id: "editor.report.count" }, { count: found.length })}
            </span>
          )}
        </ContentReportToggle>
      </h2>
      <div id={id} className={styles.panel} hidden={!isOpen}>
        <section className={styles.part} aria-labelledby={pageHeading}>
          <h3 id={pageHeading} className={styles.title}>
            {formatMessage({ id: "editor.report.page" })}
          </h3>
          {error ? (
            <Unavailable text={formatMessage({ id: "editor.report.unavailable" })} onRetry={retry} />
          ) : !found ? (
            <Spinner />
          ) : found.length === 0 ? (
            <p className={styles.text}>{formatMessage({ id: "editor.report.page.empty" })}</p>
          ) : (
            <FindingList findings={found} />
          )}
        </section>
        <section className={styles.part} aria-labelledby={siteHeading}>
          <h3 id={siteHeading} className={styles.title}>
            {formatMessage({ id: "editor.report.site" }, { site: area.site.name })}
          </h3>
          {isOpen && (
            <SiteContentReport
              key={`${area.site.id} ${area.locale.code}`}
              area={area}
              onChange={onChange}
              onEnd={onSiteEnd}
            />
          )}
        </section>
      </div>
    </section>
  );
}
