import { type ReactNode, useId, useState } from "react";
import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import { Unavailable } from "~/ui/notice/Unavailable";
import { Spinner } from "~/ui/spinner/Spinner";
import styles from "./ReportPart.module.css";
import { ReportToggle } from "./ReportToggle";

export interface ReportPartProps {
  title: string;
  /** How many entries there are; nothing where that is not known before they are read. */
  count?: number;
  explanation?: string;
  /** Reads the entries after a cursor, the first ones without; the cursor of the next ones, undefined at the end. */
  fetchPart: (after: string | undefined) => Promise<string | undefined>;
  children: ReactNode;
}

/** A part of the content report that is read when it is opened. */
export function ReportPart({ title, count, explanation, fetchPart, children }: ReportPartProps) {
  const { formatMessage, formatNumber } = useIntl();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [status, setStatus] = useState<"unread" | "loading" | "failed" | "read">("unread");
  const [next, setNext] = useState<string>();

  const load = async (after: string | undefined) => {
    setStatus("loading");
    try {
      setNext(await fetchPart(after));
      setStatus("read");
    } catch (error) {
      console.warn("A part of the content report cannot be read.", error);
      setStatus("failed");
    }
  };
  const toggle = () => {
    setOpen(!isOpen);
    // A report that runs has more each time.
    if (!isOpen) void load(undefined);
  };
  return (
    <>
      <ReportToggle isOpen={isOpen} controls={id} onClick={toggle}>
        <span>{title}</span>
        {count !== undefined && <span className={styles.count}>{formatNumber(count)}</span>}
      </ReportToggle>
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
