import { SignOut } from "~/features/portal/SignOut";
import type { PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screenModule";
import { PortalFrame } from "./PortalFrame";

/** Signs the user out (`/mykomax/logout`, URL-20). */
export function Screen({ resolution }: ScreenProps<PortalScreenQuery>) {
  return (
    <PortalFrame resolution={resolution}>
      <SignOut homeUrl={resolution.site.homeUrl} />
    </PortalFrame>
  );
}
