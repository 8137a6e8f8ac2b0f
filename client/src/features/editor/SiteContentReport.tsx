import { useApolloClient, useQuery } from "@apollo/client/react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import {
  CancelContentReportDocument,
  ContentReportDocument,
  type ContentReportViewFragment,
  type EditorAreaViewFragment,
  StartContentReportDocument,
} from "~/graph/generated/graphql";
import { useRetry } from "~/graph/useRetry";
import { upToDate } from "~/graph/upToDate";
import { formatSince } from "~/i18n/formatSince";
import { Button } from "~/ui/button/Button";
import { Unavailable } from "~/ui/notice/Unavailable";
import { Spinner } from "~/ui/spinner/Spinner";
import { ExternalLinks } from "./ExternalLinks";
import { FixedFindings } from "./FixedFindings";
import { formatInstant } from "./formatInstant";
import { reportFilterOf } from "./reportFilter";
import { ReportFilterForm } from "./ReportFilterForm";
import styles from "./SiteContentReport.module.css";
import type { ChangeUrl } from "./useAreaUrl";
import { Worklist } from "./Worklist";

/** Milliseconds between two polls of a running report. */
const pollInterval = 1000;

export interface SiteContentReportProps {
  area: EditorAreaViewFragment;
  onChange: ChangeUrl;
  /** Called when a report that was running has finished. */
  onEnd: () => void;
}

/** The content report of the previewed site: starts, polls and cancels it, and lists its findings. */
export function SiteContentReport({ area, onChange, onEnd }: SiteContentReportProps) {
  const intl = useIntl();
  const { formatMessage, formatNumber } = intl;
  const client = useApolloClient();
  const [changedReport, setChangedReport] = useState<ContentReportViewFragment>();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [now, setNow] = useState(Date.now);
  const [query] = useSearchParams();
  const site = area.site.id;
  const locale = area.locale.code;
  const { data, error, loading, refetch } = useQuery(ContentReportDocument, {
    variables: { site, locale },
    ...upToDate,
    ssr: false,
  });
  const retry = useRetry(refetch);
  const report = changedReport ?? data?.contentReport ?? undefined;
  const isRunning = report?.state === "RUNNING";
  // Another editor may have started the report in another locale.
  const runningLocale = report?.locale ?? locale;

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      client
        .query({ query: ContentReportDocument, variables: { site, locale: runningLocale }, ...upToDate })
        .then(({ data: next }) => {
          setNow(Date.now());
          const isOver = next?.contentReport?.state !== "RUNNING";
          setChangedReport(isOver && runningLocale !== locale ? undefined : (next?.contentReport ?? undefined));
        })
        // The next poll may succeed.
        .catch((failure: unknown) => console.warn("The content report cannot be read.", failure));
    }, pollInterval);
    return () => clearInterval(timer);
  }, [client, isRunning, site, locale, runningLocale]);

  const wasRunning = useRef(false);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (wasRunning.current && !isRunning) end();
    wasRunning.current = isRunning;
  }, [isRunning]);

  const change = async (send: () => Promise<ContentReportViewFragment | null | undefined>) => {
    setBusy(true);
    setFailed(false);
    try {
      const next = await send();
      setNow(Date.now());
      if (next) setChangedReport(next);
    } catch (failure) {
      console.warn("The content report cannot be changed.", failure);
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  const start = () =>
    change(async () => {
      const result = await client.mutate({
        mutation: StartContentReportDocument,
        variables: { input: { site, locale, stage: area.stage } },
      });
      return result.data?.startContentReport.report;
    });
  const cancel = () =>
    change(async () => {
      const result = await client.mutate({ mutation: CancelContentReportDocument, variables: { input: { site } } });
      return result.data?.cancelContentReport.report;
    });

  if (error) {
    return <Unavailable text={formatMessage({ id: "editor.report.unavailable" })} onRetry={retry} />;
  }
  if (loading && !report) return <Spinner />;
  const isElsewhere = report !== undefined && report.locale !== locale;
  const filter = reportFilterOf(query, report?.counts.map(({ kind }) => kind) ?? []);
  const endedAt = report?.finishedAt ?? report?.startedAt;
  const total = report?.counts.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <div className={styles.report}>
      <p className={styles.text}>{formatMessage({ id: "editor.report.site.lead" })}</p>
      <div className={styles.actions}>
        {isRunning ? (
          <Button size="small" variant="secondary" loading={isBusy} onClick={() => void cancel()}>
            {formatMessage({ id: "editor.report.cancel" })}
          </Button>
        ) : (
          <Button size="small" loading={isBusy} onClick={() => void start()}>
            {formatMessage({ id: report ? "editor.report.restart" : "editor.report.start" })}
          </Button>
        )}
        <p className={styles.state} role="status">
          {hasFailed && formatMessage({ id: "editor.report.failed" })}
          {report &&
            report.state !== "RUNNING" &&
            endedAt &&
            formatMessage(
              { id: `editor.report.state.${report.state}` },
              { count: total, time: formatSince(intl, endedAt, now) },
            )}
        </p>
        {endedAt && !isRunning && (
          <time className={styles.time} dateTime={endedAt}>
            {formatInstant(intl, endedAt)}
          </time>
        )}
        {isRunning && (
          <progress
            className={styles.progress}
            value={report.checkedCount}
            max={Math.max(report.totalCount, 1)}
            aria-label={formatMessage({ id: "editor.report.progress.label" })}
          />
        )}
      </div>
      {isRunning && (
        // Announcing the progress would never end: screen readers read the progress bar on demand.
        <p className={styles.state} aria-hidden="true">
          {formatMessage(
            { id: "editor.report.progress" },
            { checked: formatNumber(report.checkedCount), total: formatNumber(report.totalCount) },
          )}
        </p>
      )}
      {isElsewhere && <p className={styles.text}>{formatMessage({ id: "editor.report.elsewhere" })}</p>}
      {report && !isElsewhere && (
        <>
          <ReportFilterForm report={report} filter={filter} onChange={onChange} />
          <Worklist area={area} report={report} filter={filter} />
          {!isRunning && (
            <div className={styles.more}>
              <FixedFindings report={report} />
              <ExternalLinks key={report.startedAt} area={area} />
            </div>
          )}
        </>
      )}
    </div>
  );
}
