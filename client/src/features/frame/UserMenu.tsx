import { useId } from "react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import { useSignInState } from "~/lib/account/account";
import { usePortalCounts } from "~/lib/account/portalCounts";
import type { FrameSiteFragment, PortalPage } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { ArrowRightIcon, ArrowUpRightIcon, UserIcon } from "~/ui/icon/iconSet";
import { Link } from "~/ui/link/Link";
import styles from "./Menu.module.css";
import { usePortalPages } from "./usePortalPages";
import { useReadPortalCounts } from "./useReadPortalCounts";

/** The portal links, and for a signed-in user the links to the portal's pages (NAV-10, NAV-11). */
export function UserMenu({ site }: { site: FrameSiteFragment }) {
  const { formatMessage } = useIntl();
  const state = useSignInState();
  const id = `${useId()}user`;
  const { openRequests } = usePortalCounts();
  const hasServices = site.parts.includes("SERVICE_PORTAL");
  // The portal's own frame loads what waits for the user.
  const { pathname } = useLocation();
  const isPortal = pathname.startsWith(new URL(site.portalUrl, "http://localhost").pathname);
  useReadPortalCounts(site, isPortal ? pathname : undefined);
  const user = state.kind === "signedIn" ? state.user : undefined;
  const pages = usePortalPages(site.portalNavigation);
  const isShown = (page: PortalPage) => pages.some((one) => one.page === page);
  return (
    <>
      <button type="button" className={styles.opener} popoverTarget={id}>
        {user ? (
          <span className={styles.initials} aria-hidden="true">
            {user.initials}
          </span>
        ) : (
          <UserIcon size={16} />
        )}
        {user && openRequests !== null && openRequests > 0 && <span className={styles.dot} aria-hidden="true" />}
        <span className={styles.label}>{user ? user.fullName : formatMessage({ id: "user.portal" })}</span>
      </button>
      <div className={styles.panel} id={id} popover="auto">
        {user ? (
          <>
            <div>
              <p className={styles.title}>{user.fullName}</p>
              <p className={styles.text}>{user.email}</p>
            </div>
            <ul className={styles.list}>
              <li>
                <Link className={styles.link} target={{ kind: "ROUTE", url: site.portalUrl }}>
                  {formatMessage({ id: "user.dashboard" })}
                </Link>
              </li>
              {hasServices && isShown("TICKETS") && (
                <li>
                  <Link className={styles.link} target={{ kind: "ROUTE", url: site.ticketsUrl }}>
                    {formatMessage({ id: "portal.service.TICKETING.title" })}
                  </Link>
                </li>
              )}
              {hasServices && isShown("INVENTORY") && (
                <li>
                  <Link className={styles.link} target={{ kind: "ROUTE", url: site.inventoryUrl }}>
                    {formatMessage({ id: "user.inventory" })}
                  </Link>
                </li>
              )}
              {hasServices && openRequests !== null && (
                <li>
                  <Link className={styles.link} target={{ kind: "ROUTE", url: site.userAdminUrl }}>
                    {formatMessage({ id: "user.userAdmin" })}
                    {openRequests > 0 && (
                      <span className={styles.badge}>
                        {openRequests}
                        <VisuallyHidden>{` ${formatMessage({ id: "user.openRequests" }, { count: openRequests })}`}</VisuallyHidden>
                      </span>
                    )}
                  </Link>
                </li>
              )}
              {site.directServiceUrl && (
                <li>
                  <Link
                    className={styles.link}
                    target={{ kind: "PLAIN", url: site.directServiceUrl, openInNewTab: true }}
                  >
                    {formatMessage({ id: "portal.service.DIRECT_SERVICE.title" })}
                    <ArrowUpRightIcon size={16} />
                  </Link>
                </li>
              )}
              {hasServices && (
                <li>
                  <Link className={styles.link} target={{ kind: "ROUTE", url: site.accountUrl }}>
                    {formatMessage({ id: "user.account" })}
                  </Link>
                </li>
              )}
              <li>
                <Link className={styles.link} target={{ kind: "ROUTE", url: site.logoutUrl }}>
                  {formatMessage({ id: "user.logOut" })}
                </Link>
              </li>
            </ul>
          </>
        ) : (
          <>
            <p className={styles.title}>{formatMessage({ id: "user.portal" })}</p>
            <p className={styles.text}>{formatMessage({ id: "user.description" })}</p>
            <ButtonLink target={{ kind: "PLAIN", url: site.portalUrl }} trailingIcon={<ArrowRightIcon size={16} />}>
              {formatMessage({ id: "user.logIn" })}
            </ButtonLink>
            {site.registrationUrl && (
              <Link className={styles.link} target={{ kind: "PLAIN", url: site.registrationUrl }}>
                {formatMessage({ id: "user.register" })}
              </Link>
            )}
          </>
        )}
      </div>
    </>
  );
}
