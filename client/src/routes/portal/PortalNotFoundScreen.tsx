import type { QueryRef } from "@apollo/client/react";
import { usePageTitle } from "~/features/portal/pageTitles";
import { NotFoundPage } from "~/features/state/NotFoundPage";
import { PortalNotFoundDocument, type PortalNotFoundQuery, type PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screen";
import { loadOwn } from "./loadOwn";
import { OwnData } from "./OwnData";
import { PortalFrame } from "./PortalFrame";

export const load = loadOwn(PortalNotFoundDocument);

/** The page for a portal address that was not found. */
export function Screen({ page, url, own }: ScreenProps<PortalScreenQuery, QueryRef<PortalNotFoundQuery>>) {
  const title = usePageTitle("NONE");
  return (
    <OwnData url={url} own={own}>
      {({ portal, way }) => (
        <PortalFrame page={page} title={title} way={way}>
          {portal && <NotFoundPage message={portal.message ?? ""} homeUrl={page.site.portalUrl} />}
        </PortalFrame>
      )}
    </OwnData>
  );
}
