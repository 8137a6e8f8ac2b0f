import type { FrameSiteFragment } from "~/graph/generated/graphql";
import { useIntl } from "react-intl";
import { Link } from "~/ui/link/Link";
import styles from "./PortalFooter.module.css";

/** The footer of the portal: one line with the legal pages. */
export function PortalFooter({ navigation }: { navigation: FrameSiteFragment["footerNavigation"] }) {
  const { formatMessage } = useIntl();
  if (!navigation) return null;
  const links = [...navigation.legalLinks, ...(navigation.contactLink ? [navigation.contactLink] : [])];
  return (
    <footer className={styles.footer}>
      <ul className={styles.links} aria-label={formatMessage({ id: "frame.footerNavigation" })}>
        {links.map((link, i) => (
          <li key={i}>
            <Link className={styles.link} target={link} />
          </li>
        ))}
      </ul>
    </footer>
  );
}
