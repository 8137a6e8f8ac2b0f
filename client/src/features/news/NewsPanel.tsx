import { NetworkStatus } from "@apollo/client";
import { useQuery } from "@apollo/client/react";
import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { NewsFeedDocument, type NewsFeedQuery } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { useRetry } from "~/graph/useRetry";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { Link } from "~/ui/link/Link";
import { Unavailable } from "~/ui/notice/Unavailable";
import { Spinner } from "~/ui/spinner/Spinner";
import styles from "./NewsPanel.module.css";
import { latestRead, markRead } from "./unread";
import { documentLocale } from "~/lib/document/documentLocale";

type NewsItem = NewsFeedQuery["newsFeed"]["edges"][number]["node"];

export interface NewsPanelProps {
  open: boolean;
  onClose: () => void;
}

/** The news feed: ten entries, and more on demand. Opening it marks the newest entry as read (FEED-12, FEED-13). */
export function NewsPanel({ open, onClose }: NewsPanelProps) {
  const { formatMessage } = useIntl();
  return (
    <Dialog open={open} placement="side" title={formatMessage({ id: "news.title" })} onClose={onClose}>
      {open && (
        <GraphProvider>
          <Feed onFollow={onClose} />
        </GraphProvider>
      )}
    </Dialog>
  );
}

function Feed({ onFollow }: { onFollow: () => void }) {
  const { formatMessage } = useIntl();
  const locale = documentLocale();
  const { data, error, networkStatus, refetch, fetchMore } = useQuery(NewsFeedDocument, {
    variables: { locale },
    fetchPolicy: "cache-and-network",
    nextFetchPolicy: "cache-first",
  });
  const retry = useRetry(refetch);
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  // Entries that were new when the panel opened stay marked while it is open.
  const [readAtOpen] = useState(latestRead);

  const newest = data?.newsFeed.edges[0]?.node.id;
  useEffect(() => {
    if (newest) markRead(newest);
  }, [newest]);

  if (!data) {
    if (!error && networkStatus !== NetworkStatus.refetch) return <Spinner />;
    return <Unavailable text={formatMessage({ id: "news.unavailable" })} onRetry={retry} />;
  }
  const { edges, pageInfo } = data.newsFeed;
  const items = edges.map((edge) => edge.node);
  const seenAt = items.findIndex((item) => item.id === readAtOpen);

  const loadMore = async () => {
    setState("loading");
    try {
      await fetchMore({ variables: { after: pageInfo.endCursor } });
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  return (
    <>
      <ul className={styles.feed}>
        {items.map((item, i) => (
          <Entry
            key={item.id}
            item={item}
            isNew={readAtOpen !== null && (seenAt < 0 || i < seenAt)}
            onFollow={onFollow}
          />
        ))}
      </ul>
      <p role="status" className={styles.end}>
        {items.length === 0 && formatMessage({ id: "news.none" })}
        {items.length > 0 && !pageInfo.hasNextPage && formatMessage({ id: "news.end" })}
      </p>
      {state === "failed" && <p role="alert">{formatMessage({ id: "news.unavailable" })}</p>}
      {pageInfo.hasNextPage && (
        <Button variant="secondary" loading={state === "loading"} onClick={() => void loadMore()}>
          {formatMessage({ id: "news.more" })}
        </Button>
      )}
    </>
  );
}

function Entry({ item, isNew, onFollow }: { item: NewsItem; isNew: boolean; onFollow: () => void }) {
  const { formatDate, formatMessage } = useIntl();
  return (
    <li className={styles.entry}>
      <p className={styles.date}>
        <time dateTime={item.publicationDate}>
          {formatDate(item.publicationDate, { dateStyle: "medium", timeZone: "UTC" })}
        </time>
        {isNew && <span className={styles.new}>{formatMessage({ id: "news.new" })}</span>}
      </p>
      {item.image && (
        <img className={styles.picture} src={item.image.source} alt={item.image.alternativeText} loading="lazy" />
      )}
      <div className={styles.text}>
        <h3 className={styles.title}>
          {item.link?.url ? (
            <Link className={styles.link} target={item.link} onClick={onFollow}>
              {item.title}
            </Link>
          ) : (
            item.title
          )}
        </h3>
        {item.text && <p>{item.text}</p>}
      </div>
    </li>
  );
}
