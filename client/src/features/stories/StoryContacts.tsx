import { useIntl } from "react-intl";
import type { StoryAuthorFragment, StoryContactsFragment } from "~/graph/generated/graphql";
import { StoryGrid } from "~/ui/editorial/StoryGrid";
import { Section } from "~/ui/section/Section";
import { ContactCard } from "./ContactCard";
import styles from "./StoryContacts.module.css";

/** The authors of stories. */
export function StoryContacts({ overview }: { overview: StoryContactsFragment }) {
  return (
    <Section id="contacts" layout="plain">
      <ul className={styles.contacts}>
        {overview.contacts.map((contact) => (
          <li key={contact.id} className={styles.contact}>
            <ContactCard contact={contact} headingLevel={2} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The page of an author: profile and stories. */
export function StoryAuthor({ author }: { author: StoryAuthorFragment }) {
  const { formatMessage } = useIntl();
  return (
    <>
      <Section id="contact" layout="plain">
        <ContactCard contact={author} headingLevel={1} />
      </Section>
      {author.stories.length > 0 && (
        <Section id="stories" title={formatMessage({ id: "storyContact.stories" }, { name: author.name })}>
          <StoryGrid stories={author.stories} />
        </Section>
      )}
    </>
  );
}
