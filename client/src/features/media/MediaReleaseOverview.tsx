import { useIntl } from "react-intl";
import type { MediaReleaseOverviewFragment } from "~/graph/generated/graphql";
import { MediaReleaseList } from "~/ui/editorial/MediaReleaseList";
import { FeedIcon } from "~/ui/icon/iconSet";
import { Listing } from "~/ui/listing/Listing";
import { ListingCheckbox, ListingChoices } from "~/ui/listing/ListingFilters";
import { Section } from "~/ui/section/Section";
import styles from "./Media.module.css";

/** All media releases, with filters for ad hoc releases and a time period. */
export function MediaReleaseOverview({ overview }: { overview: MediaReleaseOverviewFragment }) {
  const { formatMessage } = useIntl();
  const { from, to, years, adhocOnly } = overview;
  return (
    <Section id="media-releases" layout="plain">
      <Listing
        {...overview}
        count={formatMessage({ id: "media.count" }, { count: overview.total })}
        filters={
          <>
            <ListingChoices legend={formatMessage({ id: "media.year" })} name="year" options={years} />
            {/* The period of a link: fields for days would have the format of the browser, not of the page. */}
            {from && <PeriodBound name="from" label={formatMessage({ id: "media.from" })} day={from} />}
            {to && <PeriodBound name="to" label={formatMessage({ id: "media.to" })} day={to} />}
            <ListingCheckbox
              name="adhoc"
              value="true"
              selected={adhocOnly}
              label={formatMessage({ id: "media.adhocOnly" })}
            />
          </>
        }
      >
        {overview.mediaReleases.length > 0 && <MediaReleaseList releases={overview.mediaReleases} headingLevel={2} />}
      </Listing>
      <p className={styles.more}>
        <a className={styles.feed} href={overview.feedUrl} type="application/atom+xml">
          <FeedIcon size={16} /> {formatMessage({ id: "media.feed" })}
        </a>
      </p>
    </Section>
  );
}

/** A bound of the period, which other filters keep. */
function PeriodBound({ name, label, day }: { name: string; label: string; day: string }) {
  const { formatDate } = useIntl();
  return (
    <p>
      <input type="hidden" name={name} value={day} />
      {label} <time dateTime={day}>{formatDate(day, { dateStyle: "medium", timeZone: "UTC" })}</time>
    </p>
  );
}
