import { useQuery } from "@apollo/client/react";
import { useState } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import { type EditorAreaViewFragment, EditorMomentsDocument } from "~/graph/generated/graphql";
import { upToDate } from "~/graph/upToDate";
import { useRetry } from "~/graph/useRetry";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { CalendarIcon } from "~/ui/icon/iconSet";
import { Unavailable } from "~/ui/notice/Unavailable";
import { Spinner } from "~/ui/spinner/Spinner";
import { momentInput, withChanges } from "./areaUrl";
import styles from "./MomentList.module.css";

/** A button that opens the moments at which the site changes by itself. */
export function MomentButton({ area }: { area: EditorAreaViewFragment }) {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        className={styles.open}
        icon={<CalendarIcon size={16} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {formatMessage({ id: "editor.moments" })}
      </Button>
      {isOpen && (
        <Dialog open title={formatMessage({ id: "editor.moments" })} onClose={() => setOpen(false)}>
          <MomentList area={area} onChoose={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

/** The next moments at which the site changes by itself. A choice previews the site at that time. */
function MomentList({ area, onChoose }: { area: EditorAreaViewFragment; onChoose: () => void }) {
  const { formatDate, formatMessage } = useIntl();
  const { search } = useLocation();
  const { data, error, refetch } = useQuery(EditorMomentsDocument, {
    variables: { site: area.site.id, locale: area.locale.code },
    ...upToDate,
    ssr: false,
  });
  const retry = useRetry(refetch);
  if (error) return <Unavailable text={formatMessage({ id: "editor.moments.unavailable" })} onRetry={retry} />;
  if (!data) return <Spinner />;
  if (data.editorMoments.length === 0) return <p>{formatMessage({ id: "editor.moments.none" })}</p>;
  return (
    <>
      <p className={styles.lead}>{formatMessage({ id: "editor.moments.lead" })}</p>
      <ol className={styles.list}>
        {data.editorMoments.map(({ at, kind, title, documentId }) => (
          <li key={`${documentId} ${kind}`}>
            <Link
              className={styles.moment}
              to={withChanges(search, { moment: momentInput(nextMinute(at), false) })}
              aria-current={area.moment && nextMinute(at) === area.moment ? "true" : undefined}
              discover="none"
              preventScrollReset
              onClick={onChoose}
            >
              <time className={styles.time} dateTime={at}>
                {formatDate(at, {
                  year: "numeric",
                  month: "short",
                  day: "numeric",
                  hour: "numeric",
                  minute: "2-digit",
                  timeZoneName: "short",
                })}
              </time>
              <span className={styles.title}>{title}</span>
              <span className={styles.kind}>{formatMessage({ id: `editor.moments.${kind}` })}</span>
            </Link>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The first full minute at which the change is visible: the preview's time has no seconds. */
function nextMinute(at: string): string {
  const minute = 60_000;
  return new Date(Math.ceil(new Date(at).getTime() / minute) * minute).toISOString();
}
