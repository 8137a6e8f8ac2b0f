import { clsx } from "clsx";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { StoryContactCardFragment } from "~/graph/generated/graphql";
import { Avatar } from "~/ui/avatar/Avatar";
import { ContactOptions } from "~/ui/contact/ContactOptions";
import styles from "./ContactCard.module.css";

export interface ContactCardProps {
  contact: StoryContactCardFragment & { storyCount?: number };
  headingLevel?: 1 | 2 | 3;
}

/** The contact card of an author of stories. */
export function ContactCard({ contact, headingLevel = 3 }: ContactCardProps) {
  const { formatMessage } = useIntl();
  const Heading = `h${headingLevel}` as const;
  return (
    <article className={styles.card}>
      <Avatar name={contact.name} picture={contact.image && { ...contact.image, url: contact.image.source }} />
      <div className={styles.body}>
        <Heading className={clsx(styles.name, headingLevel === 1 && styles.own)}>
          <Link to={contact.url}>{contact.name}</Link>
        </Heading>
        {contact.role && <p className={styles.role}>{contact.role}</p>}
        {contact.text && <p className={styles.text}>{contact.text}</p>}
      </div>
      <div className={styles.ways}>
        <ContactOptions phone={contact.phone} email={contact.email} />
        {!!contact.storyCount && (
          <p className={styles.count}>
            <Link to={contact.url}>{formatMessage({ id: "stories.count" }, { count: contact.storyCount })}</Link>
          </p>
        )}
      </div>
    </article>
  );
}
