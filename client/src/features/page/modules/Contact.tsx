import { useIntl } from "react-intl";
import type { ContactModuleFragment } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import { ContactOptions } from "~/ui/contact/ContactOptions";
import { ArrowRightIcon } from "~/ui/icon/iconSet";
import { Picture } from "~/ui/picture/Picture";
import { Section } from "~/ui/section/Section";
import styles from "./Contact.module.css";

/** A contact person. */
export function ContactModule({ module: m }: { module: ContactModuleFragment }) {
  const { formatMessage } = useIntl();
  const title = m.title ?? m.anchorTitle ?? formatMessage({ id: "contact.title" });
  return (
    <Section id={m.id} layout="margin" ground="surface" title={title} lead={m.text}>
      <div className={styles.card}>
        {m.image && (
          <Picture
            className={styles.portrait}
            picture={{ ...m.image, url: m.image.source }}
            sizes="(min-width: 40rem) 14rem, 40vw"
          />
        )}
        <div className={styles.body}>
          {m.name && (
            <p className={styles.person}>
              <span className={styles.name}>{m.name}</span>
              {m.role && <span className={styles.role}>{m.role}</span>}
            </p>
          )}
          <ContactOptions phone={m.phone} email={m.email} className={styles.ways} />
          {m.link && <ButtonLink target={m.link} trailingIcon={<ArrowRightIcon size={16} />} />}
        </div>
      </div>
    </Section>
  );
}
