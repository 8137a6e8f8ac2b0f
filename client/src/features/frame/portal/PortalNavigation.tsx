import type { ComponentType } from "react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import { usePortalPages } from "../usePortalPages";
import type { FrameSiteFragment, PortalPage } from "~/graph/generated/graphql";
import { usePortalCounts } from "~/lib/account/portalCounts";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import type { IconProps } from "~/ui/icon/Icon";
import { DownloadIcon, HomeIcon, MachineIcon, SettingsIcon, TicketIcon, UsersIcon } from "~/ui/icon/iconSet";
import { Link } from "~/ui/link/Link";
import styles from "./PortalNavigation.module.css";

type Items = FrameSiteFragment["portalNavigation"];

const icons: Partial<Record<PortalPage, ComponentType<IconProps>>> = {
  HOME: HomeIcon,
  TICKETS: TicketIcon,
  INVENTORY: MachineIcon,
  SOFTWARE: DownloadIcon,
  USER_ADMIN: UsersIcon,
  ACCOUNT: SettingsIcon,
};

/** The path of an address of the portal, which may be on another host. */
export const pathOf = (url: string) => new URL(url, "http://localhost").pathname.toLowerCase();

/** The folder of the pages that belong to a main page: `tickets` for the list of tickets. */
const folderOf = (url: string) => pathOf(url).replace(/\/list$/, "");

/** The main page that a path belongs to: the one with the longest folder. */
export function currentItem(items: Items, pathname: string): Items[number] | undefined {
  const path = pathname.toLowerCase();
  const above = items.filter(({ url }) => path === folderOf(url) || path.startsWith(`${folderOf(url)}/`));
  return above.sort((a, b) => folderOf(b.url).length - folderOf(a.url).length)[0];
}

/** The main pages of the portal that the user sees, with the number of what waits there (PORT-21). */
export function PortalNavigation({ items }: { items: Items }) {
  const { formatMessage } = useIntl();
  const { pathname } = useLocation();
  const { openRequests, waitingTickets } = usePortalCounts();
  const shown = usePortalPages(items);
  const current = currentItem(items, pathname);
  return (
    <nav className={styles.navigation} aria-label={formatMessage({ id: "portal.navigation" })}>
      <ul className={styles.items}>
        {shown.map((item) => {
          const { page, url } = item;
          const Icon = icons[page] ?? HomeIcon;
          const count = (page === "TICKETS" ? waitingTickets : page === "USER_ADMIN" ? openRequests : null) ?? 0;
          const isPage = pathOf(url) === pathname.toLowerCase();
          return (
            <li key={page} className={styles.item}>
              <Link
                className={styles.link}
                target={{ kind: "ROUTE", url }}
                {...(item === current && { "aria-current": isPage ? ("page" as const) : ("true" as const) })}
              >
                <Icon />
                <span className={styles.label}>{formatMessage({ id: `portal.nav.${page}` as "portal.nav.HOME" })}</span>
                {count > 0 && (
                  <span className={styles.count}>
                    {count}
                    <VisuallyHidden>
                      {` ${formatMessage(
                        { id: page === "TICKETS" ? "portal.nav.waiting" : "user.openRequests" },
                        { count },
                      )}`}
                    </VisuallyHidden>
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
