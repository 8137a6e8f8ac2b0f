import { SignedOut } from "~/features/portal/SignedOut";
import type { PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screen";
import { PortalFrame } from "./PortalFrame";

/** Signs the user out (`/mykomax/logout`, URL-20). */
export function Screen({ page }: ScreenProps<PortalScreenQuery>) {
  return (
    <PortalFrame page={page} way={{ kind: "waiting" }}>
      <SignedOut homeUrl={page.site.homeUrl} />
    </PortalFrame>
  );
}
