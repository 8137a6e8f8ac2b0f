import { type ReactNode, useId, useState } from "react";
import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import { Unavailable } from "~/ui/notice/Unavailable";
import { Spinner } from "~/ui/spinner/Spinner";
import styles from "./ContentReportSection.module.css";
import { ContentReportToggle } from "./ContentReportToggle";

/** A page of entries, as the graph returns it. */
interface EntryPage<Entry> {
  edges: readonly { node: Entry }[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
}

export interface ContentReportSectionProps<Entry> {
  title: string;
  /** The number of entries; undefined if it is unknown before they are loaded. */
  count?: number;
  explanation?: string;
  /** Loads the entries after a cursor, or the first ones without it. */
  loadPage: (after: string | undefined) => Promise<EntryPage<Entry> | undefined>;
  children: (entries: readonly Entry[]) => ReactNode;
}

/** A section of the content report that is loaded when it is opened. */
export function ContentReportSection<Entry>({
  title,
  count,
  explanation,
  loadPage,
  children,
}: ContentReportSectionProps<Entry>) {
  const { formatMessage, formatNumber } = useIntl();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [status, setStatus] = useState<"unread" | "loading" | "failed" | "read">("unread");
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  /** The cursor of the next page; undefined at the end. */
  const [next, setNext] = useState<string>();

  const load = async (after: string | undefined) => {
    setStatus("loading");
    try {
      const page = await loadPage(after);
      if (!page) throw new Error("The entries are missing in the response.");
      const nodes = page.edges.map(({ node }) => node);
      setEntries((previous) => (after ? [...previous, ...nodes] : nodes));
      setNext(page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined);
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
        {children(entries)}
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
