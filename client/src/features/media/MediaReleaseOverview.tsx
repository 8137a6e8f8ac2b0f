import { useIntl } from "react-intl";
import type { MediaReleaseOverviewFragment } from "~/graph/generated/graphql";
import { MediaReleaseList } from "~/ui/editorial/MediaReleaseList";
import { FeedIcon } from "~/ui/icon/iconSet";
import { Checkbox } from "~/ui/input/Choice";
import { TextField } from "~/ui/input/TextField";
import { Listing } from "~/ui/listing/Listing";
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
            <TextField
              // The key resets the field to the value of the address, also on back navigation.
              key={`from ${from}`}
              type="date"
              name="from"
              label={formatMessage({ id: "media.from" })}
              isFilter
              defaultValue={from ?? ""}
              min={firstDay ?? undefined}
            />
            <TextField
              key={`to ${to}`}
              type="date"
              name="to"
              label={formatMessage({ id: "media.to" })}
              isFilter
              defaultValue={to ?? ""}
              min={firstDay ?? undefined}
            />
            <Checkbox
              key={`adhoc ${adhocOnly}`}
              name="adhoc"
              value="true"
              defaultChecked={adhocOnly}
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
