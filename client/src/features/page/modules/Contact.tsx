import { useIntl } from "react-intl";
import type { ContactModuleFragment } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import { ArrowRightIcon, MailIcon, PhoneIcon } from "~/ui/icon/icons";
import { Picture } from "~/ui/picture/Picture";
import { Section } from "~/ui/section/Section";
import styles from "./Contact.module.css";

/** Somebody to talk to. */
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
          <ul>
            {m.phone && (
              <li>
                <a className={styles.way} href={`tel:${m.phone.replace(/[^+\d]/g, "")}`}>
                  <PhoneIcon size={16} />
                  {m.phone}
                </a>
              </li>
            )}
            {m.email && (
              <li>
                <a className={styles.way} href={`mailto:${m.email}`}>
                  <MailIcon size={16} />
                  {m.email}
                </a>
              </li>
            )}
          </ul>
          {m.link && <ButtonLink target={m.link} trailingIcon={<ArrowRightIcon size={16} />} />}
        </div>
      </div>
    </Section>
  );
}
