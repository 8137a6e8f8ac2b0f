import { useIntl } from "react-intl";
import type { FinancialCalendarModuleFragment } from "~/graph/generated/graphql";
import { Section } from "~/ui/section/Section";
import styles from "./FinancialCalendar.module.css";

/** The dates of the group's financial reporting. */
export function FinancialCalendarModule({ module: m }: { module: FinancialCalendarModuleFragment }) {
  const { formatDate, formatMessage } = useIntl();
  return (
    <Section id={m.id} layout="margin" title={m.title ?? m.anchorTitle}>
      {!m.dates?.length && <p>{formatMessage({ id: m.dates ? "events.none" : "listing.unavailable" })}</p>}
      <ol className={styles.dates}>
        {m.dates?.map((d) => (
          <li key={`${d.date} ${d.title}`} className={styles.date}>
            <time className={styles.day} dateTime={d.date}>
              {formatDate(d.date, { dateStyle: "long", timeZone: "UTC" })}
            </time>
            <span className={styles.title}>{d.title}</span>
            {d.location && <span className={styles.location}>{d.location}</span>}
          </li>
        ))}
      </ol>
    </Section>
  );
}
