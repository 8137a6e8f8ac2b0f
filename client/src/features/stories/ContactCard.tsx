import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { StoryContactCardFragment } from "~/graph/generated/graphql";
import { Avatar } from "~/ui/avatar/Avatar";
import { MailIcon, PhoneIcon } from "~/ui/icon/icons";
import styles from "./ContactCard.module.css";

export interface ContactCardProps {
  contact: StoryContactCardFragment & { storyCount?: number };
  headingLevel?: 1 | 2 | 3;
}

/** Somebody who writes stories and answers questions. */
export function ContactCard({ contact, headingLevel = 3 }: ContactCardProps) {
  const { formatMessage } = useIntl();
  const Heading = `h${headingLevel}` as const;
  return (
    <article className={styles.card}>
      <Avatar name={contact.name} picture={contact.image && { ...contact.image, url: contact.image.source }} />
      <div className={styles.body}>
        <Heading className={styles.name}>
          <Link to={contact.url}>{contact.name}</Link>
        </Heading>
        {contact.role && <p className={styles.role}>{contact.role}</p>}
        {contact.text && <p className={styles.text}>{contact.text}</p>}
        <ul className={styles.ways}>
          {contact.email && (
            <li>
              <a className={styles.way} href={`mailto:${contact.email}`}>
                <MailIcon size={16} />
                {contact.email}
              </a>
            </li>
          )}
          {contact.phone && (
            <li>
              <a className={styles.way} href={`tel:${contact.phone.replace(/[^+\d]/g, "")}`}>
                <PhoneIcon size={16} />
                {contact.phone}
              </a>
            </li>
          )}
        </ul>
        {!!contact.storyCount && (
          <p className={styles.count}>
            <Link to={contact.url}>{formatMessage({ id: "stories.count" }, { count: contact.storyCount })}</Link>
          </p>
        )}
      </div>
    </article>
  );
}
