import { useIntl } from "react-intl";
import type { EventOfPageFragment } from "~/graph/generated/graphql";
import { formatDays } from "~/i18n/formatDays";
import { ButtonLink } from "~/ui/button/Button";
import { FactBar } from "~/ui/editorial/FactBar";
import { CalendarIcon } from "~/ui/icon/iconSet";

/** The days and the place of the event that a page describes, and its calendar file while it is not over (FEED-21). */
export function EventSummary({ event }: { event: EventOfPageFragment }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { startDate, endDate, location, isOver, calendarUrl } = event;
  return (
    <FactBar
      facts={[
        [
          formatMessage({ id: "events.date" }),
          <time key="days" dateTime={startDate}>
            {formatDays(intl, startDate, endDate)}
          </time>,
        ],
        [
          formatMessage({ id: "events.place" }),
          location && (
            <span lang={event.isLanguageFallback ? event.contentLanguage.languageTag : undefined}>{location}</span>
          ),
        ],
      ]}
    >
      {!isOver && (
        <ButtonLink variant="secondary" icon={<CalendarIcon size={16} />} target={{ kind: "PLAIN", url: calendarUrl }}>
          {formatMessage({ id: "events.calendar" })}
        </ButtonLink>
      )}
    </FactBar>
  );
}
