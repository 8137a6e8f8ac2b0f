import { useIntl } from "react-intl";
import type { EventsModuleFragment } from "~/graph/generated/graphql";
import { Accordion } from "~/ui/accordion/Accordion";
import { EventList } from "~/ui/editorial/EventList";
import { Section } from "~/ui/section/Section";

/** Events of the group; past events are collapsed. */
export function EventsModule({ module: m }: { module: EventsModuleFragment }) {
  const { formatMessage } = useIntl();
  return (
    <Section id={m.id} title={m.title ?? formatMessage({ id: "events.title" })}>
      {m.upcoming?.length ? (
        <EventList events={m.upcoming} />
      ) : (
        <p>{formatMessage({ id: m.upcoming ? "events.none" : "listing.unavailable" })}</p>
      )}
      {m.past && m.past.length > 0 && (
        <Accordion
          items={[
            {
              id: `${m.id}-past`,
              title: formatMessage({ id: "events.past" }),
              content: <EventList events={m.past} past headingLevel={4} />,
            },
          ]}
        />
      )}
    </Section>
  );
}
