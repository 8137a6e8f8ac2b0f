import { useQuery } from "@apollo/client/react";
import { useId, useState } from "react";
import { useIntl } from "react-intl";
import { ContentFindingsDocument, type EditorAreaViewFragment } from "~/graph/generated/graphql";
import { Unavailable } from "~/ui/notice/Unavailable";
import { Spinner } from "~/ui/spinner/Spinner";
import styles from "./ContentReport.module.css";
import { FindingList } from "./FindingList";
import { ReportToggle } from "./ReportToggle";
import { SiteReport } from "./SiteReport";

/** What was dropped, skipped or replaced on the page that is previewed, and on its whole site. */
export function ContentReport({ area }: { area: EditorAreaViewFragment }) {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  const [id, pageHeading, siteHeading] = [useId(), useId(), useId()];
  const { data, error, loading, refetch } = useQuery(ContentFindingsDocument, {
    variables: {
      site: area.site.id,
      locale: area.locale.code,
      page: area.page,
      stage: area.stage,
      preview: { audience: area.audience, ...(area.moment && { moment: area.moment }) },
    },
    fetchPolicy: "no-cache",
    ssr: false,
  });
  const found = data?.contentFindings;
  const nothing = () => undefined;
  return (
    <section className={styles.report} aria-label={formatMessage({ id: "editor.report" })}>
      <h2 className={styles.heading}>
        <ReportToggle isHead isOpen={isOpen} controls={id} onClick={() => setOpen(!isOpen)}>
          {formatMessage({ id: "editor.report" })}
          {found && (
            <span className={styles.count} data-empty={found.length === 0 || undefined}>
              {formatMessage({ id: "editor.report.count" }, { count: found.length })}
            </span>
          )}
        </ReportToggle>
      </h2>
      <div id={id} className={styles.panel} hidden={!isOpen}>
        <section className={styles.part} aria-labelledby={pageHeading}>
          <h3 id={pageHeading} className={styles.title}>
            {formatMessage({ id: "editor.report.page" })}
          </h3>
          {error ? (
            <Unavailable
              text={formatMessage({ id: "editor.report.unavailable" })}
              onRetry={() => refetch().then(nothing, nothing)}
            />
          ) : loading || !found ? (
            <Spinner />
          ) : found.length === 0 ? (
            <p className={styles.text}>{formatMessage({ id: "editor.report.page.empty" })}</p>
          ) : (
            <FindingList findings={found} hasKinds />
          )}
        </section>
        <section className={styles.part} aria-labelledby={siteHeading}>
          <h3 id={siteHeading} className={styles.title}>
            {formatMessage({ id: "editor.report.site" }, { site: area.site.name })}
          </h3>
          {isOpen && <SiteReport key={`${area.site.id} ${area.locale.code}`} area={area} />}
        </section>
      </div>
    </section>
  );
}
