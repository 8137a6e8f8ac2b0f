import { useIntl } from "react-intl";
import type { FrameLocaleFragment, FrameSiteFragment } from "~/graph/generated/graphql";
import { useSharedMarkup } from "~/lib/document/sharedMarkup";
import { ButtonLink } from "~/ui/button/Button";
import { ArrowRightIcon } from "~/ui/icon/iconSet";
import { Link } from "~/ui/link/Link";
import styles from "./Footer.module.css";
import { languageName } from "./languageName";
import { Wordmark } from "./Wordmark";

/** The theme of the footer if it differs from that of the page. */
export function footerTheme({ footerNavigation: footer }: FrameSiteFragment): string | undefined {
  return footer && footer.theme !== "Default" ? footer.theme : undefined;
}

/** The site's footer. */
export function Footer({ site, locale }: { site: FrameSiteFragment; locale: FrameLocaleFragment }) {
  const { formatMessage } = useIntl();
  const footer = site.footerNavigation;
  const content = useSharedMarkup(() => (
    <div className={styles.ground} data-ground="inverse">
      <div className={styles.grid}>
        <div className={styles.lead}>
          <Wordmark site={site} />
          {footer?.contactLink && (
            <ButtonLink
              variant="quiet"
              className={styles.contact}
              target={footer.contactLink}
              trailingIcon={<ArrowRightIcon />}
            />
          )}
        </div>
        {footer && footer.sections.length > 0 && (
          <nav aria-label={formatMessage({ id: "frame.footerNavigation" })}>
            <ul className={styles.sections}>
              {footer.sections.map((section) => (
                <li key={section.title}>
                  <p className={styles.title}>{section.title}</p>
                  <ul>
                    {section.links.map((link, i) => (
                      <li key={i}>
                        <Link className={styles.link} target={link} />
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className={styles.bottom}>
          <p className={styles.note}>{footer?.note}</p>
          <ul className={styles.legal}>
            {footer?.legalLinks.map((link, i) => (
              <li key={i}>
                <Link className={styles.link} target={link} />
              </li>
            ))}
            <li className={styles.locale}>
              {languageName(locale.language)}
              {!locale.isInternational && locale.country && ` · ${locale.country.countryCode}`}
            </li>
          </ul>
        </div>
      </div>
    </div>
  ));
  return <footer className={styles.footer} data-theme={footerTheme(site)} {...content} />;
}
