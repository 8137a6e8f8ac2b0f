import { useIntl } from "react-intl";
import type { PortalBreadcrumbFragment, PortalPage } from "~/graph/generated/graphql";

/** The title of a portal page in the language of the interface. */
export function usePageTitle(page: PortalPage): string {
  return useIntl().formatMessage({ id: `portal.page.${page}` });
}

/** The breadcrumb of the server, with the portal page titles in the language of the interface. */
export function useBreadcrumb(entries: readonly Omit<PortalBreadcrumbFragment["breadcrumb"][number], "__typename">[]) {
  const { formatMessage } = useIntl();
  return entries.map(({ title, url, portalPage }) => ({
    title: portalPage ? formatMessage({ id: `portal.page.${portalPage}` }) : title,
    url,
  }));
}
