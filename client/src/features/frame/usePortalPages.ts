import type { FrameSiteFragment } from "~/graph/generated/graphql";
import { hasRole, useSignInState } from "~/lib/account/account";

type PortalPages = FrameSiteFragment["portalNavigation"];

/** The main pages of the portal that the signed-in user sees (PORT-21); those of all users until the user is known. */
export function usePortalPages(navigation: PortalPages): PortalPages {
  const state = useSignInState();
  return navigation.filter(({ role }) => !role || (state.kind === "signedIn" && hasRole(state.user, role)));
}
