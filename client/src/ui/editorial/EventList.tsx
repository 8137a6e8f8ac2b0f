import { useIntl } from "react-intl";
import { formatDays } from "~/i18n/formatDays";
import { CalendarIcon } from "~/ui/icon/iconSet";
import { Link, type LinkTarget } from "~/ui/link/Link";
import { Picture, type PictureSource } from "~/ui/picture/Picture";
import styles from "./EventList.module.css";

/** An event in a list. */
export interface EventTeaser {
  id: string;
  title: string;
  isLanguageFallback: boolean;
  contentLanguage: { languageTag: string };
  text?: string | null;
  location?: string | null;
  /** `2026-11-20` */
  startDate: string;
  /** The last day. */
  endDate: string;
  link?: LinkTarget | null;
  image?: (Omit<PictureSource, "url"> & { source: string }) | null;
  calendarUrl: string;
}

export interface EventListProps {
  events: readonly EventTeaser[];
  /** Past events: they offer no calendar file. */
  past?: boolean;
  headingLevel?: 3 | 4;
}

/** Events with their dates. */
export function EventList({ events, past = false, headingLevel = 3 }: EventListProps) {
  const intl = useIntl();
  const { formatDate, formatMessage } = intl;
  const Heading = `h${headingLevel}` as const;
  const languageOf = (event: EventTeaser) => (event.isLanguageFallback ? event.contentLanguage.languageTag : undefined);
  return (
    <ol className={styles.list}>
      {events.map((event) => (
        <li key={event.id} className={styles.event}>
          <p className={styles.day} aria-hidden="true">
            <span className={styles.number}>{formatDate(event.startDate, { day: "numeric", timeZone: "UTC" })}</span>
            <span className={styles.month}>
              {formatDate(event.startDate, { month: "short", year: "numeric", timeZone: "UTC" })}
            </span>
          </p>
          <div className={styles.text}>
            <Heading className={styles.title} lang={languageOf(event)}>
              {event.title}
            </Heading>
            <p className={styles.facts}>
              <time dateTime={event.startDate}>{formatDays(intl, event.startDate, event.endDate)}</time>
              {event.location && <span lang={languageOf(event)}>{event.location}</span>}
            </p>
            {event.text && (
              <p className={styles.lead} lang={languageOf(event)}>
                {event.text}
              </p>
            )}
            {(event.link?.url || !past) && (
              <p className={styles.links}>
                {/* The link says where it leads, which is not always a page about the event. */}
                {event.link?.url && <Link target={event.link}>{event.link.text ?? event.title}</Link>}
                {!past && (
                  <a
                    className={styles.calendar}
                    href={event.calendarUrl}
                    aria-label={formatMessage({ id: "events.calendarOf" }, { title: event.title })}
                  >
                    <CalendarIcon size={16} />
                    {formatMessage({ id: "events.calendar" })}
                  </a>
                )}
              </p>
            )}
          </div>
          {event.image && (
            <Picture
              className={styles.picture}
              picture={{ ...event.image, alternativeText: "", url: event.image.source }}
              sizes="12rem"
            />
          )}
        </li>
      ))}
    </ol>
  );
}
