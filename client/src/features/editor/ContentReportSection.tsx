import { type ReactNode, useId, useState } from "react";
import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import { Unavailable } from "~/ui/notice/Unavailable";
import { Spinner } from "~/ui/spinner/Spinner";
import styles from "./ContentReportSection.module.css";
import { ContentReportToggle } from "./ContentReportToggle";

export interface ContentReportSectionProps {
  title: string;
  /** The number of entries; undefined if it is unknown before they are loaded. */
  count?: number;
  explanation?: string;
  /** Loads the entries after a cursor, or the first ones without it. Returns the next cursor, undefined at the end. */
  fetchEntries: (after: string | undefined) => Promise<string | undefined>;
  children: ReactNode;
}

/** A section of the content report that is loaded when it is opened. */
export function ContentReportSection({ title, count, explanation, fetchEntries, children }: ContentReportSectionProps) {
  const { formatMessage, formatNumber } = useIntl();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [status, setStatus] = useState<"unread" | "loading" | "failed" | "read">("unread");
  const [next, setNext] = useState<string>();

  const load = async (after: string | undefined) => {
    setStatus("loading");
    try {
      setNext(await fetchEntries(after));
      setStatus("read");
    } catch (error) {
      console.warn("A part of the content report cannot be read.", error);
      setStatus("failed");
    }
  };
  const toggle = () => {
    setOpen(!isOpen);
    // A running report has more entries each time.
    if (!isOpen) void load(undefined);
  };
  return (
    <>
      <ContentReportToggle isOpen={isOpen} controls={id} onClick={toggle}>
        <span>{title}</span>
        {count !== undefined && <span className={styles.count}>{formatNumber(count)}</span>}
      </ContentReportToggle>
      <div id={id} className={styles.content} hidden={!isOpen}>
        {explanation && <p className={styles.explanation}>{explanation}</p>}
        {children}
        {status === "loading" && <Spinner />}
        {status === "failed" && (
          <Unavailable text={formatMessage({ id: "editor.report.unavailable" })} onRetry={() => load(next)} />
        )}
        {status === "read" && next && (
          <Button size="small" variant="quiet" onClick={() => void load(next)}>
            {formatMessage({ id: "editor.report.more" })}
          </Button>
        )}
      </div>
    </>
  );
}
