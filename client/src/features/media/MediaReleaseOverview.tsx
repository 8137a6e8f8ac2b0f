import { useIntl } from "react-intl";
import type { MediaReleaseOverviewFragment } from "~/graph/generated/graphql";
import { MediaReleaseList } from "~/ui/editorial/MediaReleaseList";
import { FeedIcon } from "~/ui/icon/iconSet";
import { Listing } from "~/ui/listing/Listing";
import { ListingCheckbox, ListingDate } from "~/ui/listing/ListingFilters";
import { Section } from "~/ui/section/Section";
import styles from "./Media.module.css";

/** All media releases, with filters for ad hoc releases and a time period. */
export function MediaReleaseOverview({ overview }: { overview: MediaReleaseOverviewFragment }) {
  const { formatMessage } = useIntl();
  const { from, to, firstDay, adhocOnly } = overview;
  return (
    <Section id="media-releases" layout="plain">
      <Listing
        {...overview}
        count={formatMessage({ id: "media.count" }, { count: overview.total })}
        filters={
          <>
            <ListingDate
              name="from"
              label={formatMessage({ id: "media.from" })}
              value={from ?? ""}
              min={firstDay ?? undefined}
            />
            <ListingDate
              name="to"
              label={formatMessage({ id: "media.to" })}
              value={to ?? ""}
              min={firstDay ?? undefined}
            />
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
