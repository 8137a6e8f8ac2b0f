import { useQuery } from "@apollo/client/react";
import { Outcome } from "~/routes/outcome/Outcome";
import type { ScreenProps } from "~/routes/siteScreens";
import { PortalHome } from "~/features/portal/PortalHome";
import { SignedOut } from "~/features/portal/SignedOut";
import { PortalScreenDocument, type PortalScreenQuery } from "~/graph/generated/graphql";
import { PortalFrame } from "./PortalFrame";
import { usePortal } from "./usePortal";

type PortalResolution = Extract<PortalScreenQuery["resolve"], { __typename: "PageResolution" }>;

/** The first page of the customer portal, and the way out of it. */
export function Screen({ url }: ScreenProps) {
  const { data, previousData, error } = useQuery(PortalScreenDocument, { variables: { url } });
  return (
    <Outcome resolution={(data ?? previousData)?.resolve} error={error}>
      {(page: PortalResolution) => <Found resolution={page} url={url} />}
    </Outcome>
  );
}

export { PortalScreenDocument as document };

function Found({ resolution, url }: { resolution: PortalResolution; url: string }) {
  const { portal, portalPage, site } = resolution;
  const isLeaving = portalPage === "LOGOUT";
  const { way } = usePortal({ document: PortalScreenDocument, url, isThere: portal != null, isOpen: isLeaving });
  return (
    <PortalFrame resolution={resolution} way={way}>
      {isLeaving ? <SignedOut homeUrl={site.homeUrl} /> : portal && <PortalHome portal={portal} />}
    </PortalFrame>
  );
}
