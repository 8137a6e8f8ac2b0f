import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { StoryPageFragment } from "~/graph/generated/graphql";
import { StoryGrid } from "~/ui/editorial/StoryGrid";
import { longWord } from "~/ui/heading/longWord";
import { Picture } from "~/ui/picture/Picture";
import { Section } from "~/ui/section/Section";
import { ContactCard } from "./ContactCard";
import styles from "./StoryPage.module.css";

/** The first section of a story. */
export function StoryIntro({ story, action }: { story: StoryPageFragment; action?: ReactNode }) {
  const { formatDate, formatList, formatMessage } = useIntl();
  const { category, storyContacts } = story;
  const language = story.isLanguageFallback ? story.contentLanguage.languageTag : undefined;
  return (
    <header className={styles.intro}>
      <div className={styles.text}>
        <p className={styles.overline}>
          {category && <Link to={category.url}>{category.name}</Link>}
          <time dateTime={story.publicationDate}>
            {formatDate(story.publicationDate, { dateStyle: "long", timeZone: "UTC" })}
          </time>
        </p>
        <h1 className={styles.title} lang={language} data-long-word={longWord(story.title)}>
          {story.title}
        </h1>
        {story.leadText && (
          <p className={styles.lead} lang={language}>
            {story.leadText}
          </p>
        )}
        <p className={styles.by}>
          {storyContacts.length > 0 &&
            formatMessage({ id: "story.by" }, { names: formatList(storyContacts.map((c) => c.name)) })}
          {action}
        </p>
      </div>
      {story.teaserImage && !story.isVideo && (
        <Picture
          className={styles.picture}
          picture={{ ...story.teaserImage, url: story.teaserImage.source }}
          priority
          sizes="(min-width: 64rem) 54rem, 100vw"
        />
      )}
    </header>
  );
}

export interface StoryEndProps {
  story: StoryPageFragment;
  /** The products that the story mentions, as cards. */
  products: ReactNode;
  /** The feedback form. */
  feedback?: ReactNode;
}

/** The sections after a story: topics, contacts, products, related stories, feedback. */
export function StoryEnd({ story, products, feedback }: StoryEndProps) {
  const { formatDate, formatMessage } = useIntl();
  const [contact] = story.storyContacts;
  return (
    <>
      <Section id="about" layout="plain">
        <div className={styles.end}>
          {story.topics.length > 0 && (
            <div>
              <h2 className={styles.label}>{formatMessage({ id: "story.topics" })}</h2>
              <ul className={styles.topics}>
                {story.topics.map((topic) => (
                  <li key={topic.url}>
                    <Link className={styles.topic} to={topic.url}>
                      {topic.name}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          )}
          <p className={styles.archive}>
            <Link to={story.archiveUrl}>
              {formatMessage(
                { id: "story.archive" },
                { year: formatDate(story.publicationDate, { year: "numeric", timeZone: "UTC" }) },
              )}
            </Link>
          </p>
        </div>
        {feedback && <div className={styles.feedback}>{feedback}</div>}
      </Section>
      {contact && (
        <Section id="contact" layout="margin" ground="surface" title={formatMessage({ id: "contact.title" })}>
          <ContactCard contact={contact} />
        </Section>
      )}
      {story.featuredProducts.length > 0 && (
        <Section id="products" title={formatMessage({ id: "story.products" })}>
          {products}
        </Section>
      )}
      {story.related.length > 0 && (
        <Section id="related" title={formatMessage({ id: "story.related" })}>
          <StoryGrid stories={story.related} />
        </Section>
      )}
    </>
  );
}
