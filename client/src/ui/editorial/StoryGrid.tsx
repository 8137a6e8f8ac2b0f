import { useIntl } from "react-intl";
import { Card, CardGrid } from "~/ui/card/Card";
import { PlayIcon } from "~/ui/icon/iconSet";
import { MetaLine } from "~/ui/meta/MetaLine";

/** A story in a list. */
export interface StoryTeaser {
  id: string;
  title: string;
  url: string;
  leadText?: string | null;
  isLanguageFallback: boolean;
  contentLanguage: { languageTag: string };
  /** RFC 3339. */
  publicationDate: string;
  isVideo: boolean;
  category?: { name: string } | null;
  teaserImage?: { source: string; srcset?: string | null } | null;
}

/** Stories as picture tiles that link to their pages. */
export function StoryGrid({ stories, headingLevel }: { stories: readonly StoryTeaser[]; headingLevel?: 2 | 3 }) {
  const { formatDate, formatDisplayName, formatMessage } = useIntl();
  return (
    <CardGrid>
      {stories.map((story) => (
        <Card
          key={story.id}
          {...(headingLevel ? { headingLevel } : {})}
          title={story.title}
          url={story.url}
          text={story.leadText}
          {...(story.isLanguageFallback && {
            titleLanguage: story.contentLanguage.languageTag,
            textLanguage: story.contentLanguage.languageTag,
          })}
          overline={
            <MetaLine
              items={[
                story.category?.name,
                story.isVideo && formatMessage({ id: "stories.video" }),
                formatDate(story.publicationDate, { dateStyle: "medium", timeZone: "UTC" }),
                story.isLanguageFallback && formatDisplayName(story.contentLanguage.languageTag, { type: "language" }),
              ]}
            />
          }
          picture={story.teaserImage && { ...story.teaserImage, url: story.teaserImage.source }}
          badge={story.isVideo && <PlayIcon />}
        />
      ))}
    </CardGrid>
  );
}
