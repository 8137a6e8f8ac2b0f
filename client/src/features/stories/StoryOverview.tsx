import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { StoryOverviewFragment } from "~/graph/generated/graphql";
import { StoryGrid } from "~/ui/editorial/StoryGrid";
import { FeedIcon } from "~/ui/icon/iconSet";
import { Listing } from "~/ui/listing/Listing";
import { ListingCheckbox, ListingChoices, ListingSelect } from "~/ui/listing/ListingFilters";
import { Section } from "~/ui/section/Section";
import styles from "./StoryOverview.module.css";

/** All stories, with filters for topic, category, year, author and films. */
export function StoryOverview({ overview }: { overview: StoryOverviewFragment }) {
  const { formatMessage } = useIntl();
  return (
    <Section id="stories" layout="plain">
      <Listing
        {...overview}
        count={formatMessage({ id: "stories.count" }, { count: overview.total })}
        filters={
          <>
            <ListingChoices legend={formatMessage({ id: "stories.topic" })} name="topic" options={overview.topics} />
            <ListingChoices
              legend={formatMessage({ id: "stories.category" })}
              name="category"
              options={overview.categories}
            />
            {(overview.videoCount > 0 || overview.videosOnly) && (
              <ListingCheckbox
                name="videos"
                value="true"
                selected={overview.videosOnly}
                label={formatMessage({ id: "stories.videosOnly" })}
              />
            )}
            <ListingSelect label={formatMessage({ id: "stories.author" })} name="author" options={overview.authors} />
            <ListingSelect label={formatMessage({ id: "stories.year" })} name="year" options={overview.years} />
          </>
        }
      >
        <StoryGrid stories={overview.stories} headingLevel={2} />
      </Listing>
      <p className={styles.more}>
        <Link to={overview.contactsUrl}>{formatMessage({ id: "stories.contacts" })}</Link>
        <a className={styles.feed} href={overview.feedUrl} type="application/atom+xml">
          <FeedIcon size={16} /> {formatMessage({ id: "stories.feed" })}
        </a>
      </p>
    </Section>
  );
}
