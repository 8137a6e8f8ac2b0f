import { useId } from "react";
import { useIntl } from "react-intl";
import type { FrameLocaleFragment, FrameSiteFragment, FrameVersionFragment } from "~/graph/generated/graphql";
import { useSharedMarkup } from "~/lib/document/sharedMarkup";
import { CloseIcon, MenuIcon } from "~/ui/icon/iconSet";
import { Link } from "~/ui/link/Link";
import styles from "./Header.module.css";
import { LocaleMenu, type LocaleMenuProps } from "./LocaleMenu";
import { MegaPanel } from "./MegaPanel";
import { SearchLink } from "./SearchLink";
import { UserMenu } from "./UserMenu";
import { Wordmark } from "./Wordmark";

export interface HeaderProps {
  site: FrameSiteFragment;
  locale: FrameLocaleFragment;
  versions: readonly FrameVersionFragment[];
  theme?: string | undefined;
  alternates?: LocaleMenuProps["alternates"];
}

/**
 * The site's header. Its menus are native popovers: without JavaScript they open, close on Escape or on a click
 * outside, and only one is open at a time.
 */
export function Header({ site, locale, versions, theme, alternates }: HeaderProps) {
  const { formatMessage } = useIntl();
  const menuId = `${useId()}menu`;
  const items = site.headerNavigation?.items ?? [];
  const topItems = site.headerNavigation?.topItems ?? [];
  const top = useSharedMarkup(() => (
    <ul className={styles.topList}>
      {topItems.map((item) => (
        <li key={item.id}>
          <Link className={styles.topLink} target={item.link}>
            {item.title}
          </Link>
        </li>
      ))}
    </ul>
  ));
  const menu = useSharedMarkup(() => (
    <>
      <div className={styles.menuHead}>
        <Wordmark site={site} />
        <button
          type="button"
          className={styles.close}
          popoverTarget={menuId}
          popoverTargetAction="hide"
          aria-label={formatMessage({ id: "common.close" })}
        >
          <CloseIcon />
        </button>
      </div>
      <nav aria-label={formatMessage({ id: "frame.mainNavigation" })}>
        <ul className={styles.items}>
          {items.map((item) => (
            <li key={item.id} className={styles.item}>
              {item.items.length > 0 || item.sections.length > 0 || item.overviewOf ? (
                <MegaPanel item={item} homeUrl={site.homeUrl} />
              ) : (
                <Link className={styles.itemLink} target={item.link}>
                  {item.title}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </nav>
      {topItems.length > 0 && (
        <ul className={styles.menuTop}>
          {topItems.map((item) => (
            <li key={item.id}>
              <Link className={styles.menuTopLink} target={item.link}>
                {item.title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  ));
  return (
    <header className={styles.header} data-theme={theme}>
      <div className={styles.grid}>
        <Link className={styles.home} target={{ kind: "ROUTE", url: site.homeUrl }}>
          <Wordmark site={site} />
        </Link>
        {topItems.length > 0 && (
          <nav className={styles.top} aria-label={formatMessage({ id: "frame.topNavigation" })} {...top} />
        )}
        <div className={styles.tools}>
          <SearchLink site={site} />
          <LocaleMenu languages={site.languages} locale={locale} versions={versions} alternates={alternates} />
          {site.parts.includes("PORTAL") && <UserMenu site={site} />}
        </div>
        {items.length > 0 && (
          <>
            <button
              type="button"
              className={styles.toggle}
              popoverTarget={menuId}
              aria-label={formatMessage({ id: "frame.menu" })}
            >
              <MenuIcon />
            </button>
            <div className={styles.menu} id={menuId} popover="auto" {...menu} />
          </>
        )}
      </div>
    </header>
  );
}
