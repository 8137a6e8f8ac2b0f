import { useIntl } from "react-intl";
import type { FrameSiteFragment, PortalPage } from "~/graph/generated/graphql";
import { useSignInState } from "~/lib/account/account";
import { ButtonLink } from "~/ui/button/Button";
import { usePortalPages } from "./usePortalPages";

/** The pages of the portal that are offered, with their names, which every page has. */
const portalPages = [
  ["HOME", "user.dashboard"],
  ["TICKETS", "portal.service.TICKETING.title"],
  ["INVENTORY", "user.inventory"],
  ["USER_ADMIN", "user.userAdmin"],
] as const satisfies readonly (readonly [PortalPage, string])[];

export interface WaysOnProps {
  site: FrameSiteFragment;
  /** The page that another link leads to. */
  homeUrl: string;
}

/**
 * The links of a page that was not found: to the portal's pages for a signed-in user, to the contact for others, who
 * have the search of the page (PAGE-37).
 */
export function WaysOn({ site, homeUrl }: WaysOnProps) {
  const { formatMessage } = useIntl();
  const { kind } = useSignInState();
  const pages = usePortalPages(site.portalNavigation);
  const contact = site.footerNavigation?.contactLink;
  if (kind === "signedIn" && pages.length > 0)
    return portalPages.map(([page, text]) => {
      const url = pages.find((one) => one.page === page)?.url;
      return (
        url &&
        url !== homeUrl && (
          <ButtonLink key={page} variant="secondary" target={{ kind: "ROUTE", url }}>
            {formatMessage({ id: text })}
          </ButtonLink>
        )
      );
    });
  return contact && <ButtonLink variant="secondary" target={contact} />;
}
