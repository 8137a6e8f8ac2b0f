import { screen } from "@testing-library/react";
import { type Account, AccountProvider, anonymousAccount } from "~/lib/account/account";
import type { SignInState } from "~/signin/signIn";
import { site } from "../../../test/frame";
import { renderUi } from "../../../test/renderUi";
import { WaysOn } from "./WaysOn";

test("leads a signed-in user to the pages of the portal that the user sees", () => {
  const user = { id: "carla", firstName: "", lastName: "", fullName: "", initials: "", email: "" };
  const state: SignInState = { kind: "signedIn", user: { ...user, roles: ["kmx_int_serviceticketing_active"] } };
  const account: Account = { ...anonymousAccount, state: () => state };
  const links = (homeUrl: string) => {
    const { unmount } = renderUi(
      <AccountProvider value={account}>
        <WaysOn site={site} homeUrl={homeUrl} />
      </AccountProvider>,
    );
    const names = screen.getAllByRole("link").map((link) => link.textContent);
    unmount();
    return names;
  };
  expect(links(site.homeUrl)).toEqual(["Dashboard", "Service tickets"]);
  expect(links(site.portalUrl)).toEqual(["Service tickets"]);
});

test("leads others to the contact alone, since the page has a search", () => {
  renderUi(<WaysOn site={site} homeUrl={site.homeUrl} />);
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["Contact"]);
});
