import { SignOut } from "~/features/portal/SignOut";
import type { PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screenModule";
import { PortalFrame } from "./PortalFrame";

/** Signs the user out (`/mykomax/logout`, URL-20). */
export function Screen({ page }: ScreenProps<PortalScreenQuery>) {
  return (
    <PortalFrame page={page} signIn={{ kind: "waiting" }}>
      <SignOut homeUrl={page.site.homeUrl} />
    </PortalFrame>
  );
}
