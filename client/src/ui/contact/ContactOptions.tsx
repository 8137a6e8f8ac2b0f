import { clsx } from "clsx";
import { Fragment } from "react";
import { GlobeIcon, MailIcon, PhoneIcon } from "~/ui/icon/iconSet";
import styles from "./ContactOptions.module.css";

export interface ContactOptionsProps {
  phone?: string | null | undefined;
  email?: string | null | undefined;
  website?: string | null | undefined;
  className?: string | undefined;
}

/** Contact options as links: phone, mail, website. */
export function ContactOptions({ phone, email, website, className }: ContactOptionsProps) {
  const options = [
    { href: phone && `tel:${phone.replace(/[^+\d]/g, "")}`, text: phone, Icon: PhoneIcon },
    { href: email && `mailto:${email}`, text: email, Icon: MailIcon },
    { href: website, text: website?.replace(/^https?:\/\//, "").replace(/\/$/, ""), Icon: GlobeIcon },
  ].filter((option): option is typeof option & { href: string } => !!option.href);
  if (options.length === 0) return null;
  return (
    <ul className={clsx(styles.ways, className)}>
      {options.map(({ href, text, Icon }) => (
        <li key={href}>
          <a className={styles.way} href={href}>
            <Icon size={16} />
            <span>{text && breakable(text)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Allows line breaks in a long e-mail address between its parts. */
function breakable(text: string) {
  return text.split(/(?<=[@./])/).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
