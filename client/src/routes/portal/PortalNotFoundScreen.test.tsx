// Rules: URL-29.

import { screen, within } from "@testing-library/react";
import { type Account, anonymousAccount } from "~/lib/account/account";
import type { ScreenModule } from "~/routes/screenModule";
import { pageData, renderSite } from "../../../test/renderSite";
import * as PortalNotFoundScreen from "./PortalNotFoundScreen";

/** The account of an anonymous user whose sign-in never completes. */
const signingIn: Account = { ...anonymousAccount, open: () => new Promise(() => undefined) };

afterEach(() => jest.restoreAllMocks());

test("shows a breadcrumb of the home page and a 404 for an unknown portal address", async () => {
  const breadcrumb = [
    { title: "Home", url: "/en", foreignLanguage: null, screen: null },
    { title: "404", url: "/en", foreignLanguage: null, screen: null },
  ];
  const data = { ...pageData("", [], { breadcrumb }), screen: "PortalNotFoundScreen" };
  renderSite("/en/mykomax/nope", () => Response.json(data), {
    account: signingIn,
    screens: { PortalNotFoundScreen: PortalNotFoundScreen as unknown as ScreenModule },
  });
  const trail = within(await screen.findByRole("navigation", { name: "Breadcrumb" }));
  const [home, last, ...more] = trail.getAllByRole("listitem");
  expect(within(home as HTMLElement).getByRole("link", { name: "Home" })).toHaveAttribute("href", "/en");
  expect(last?.querySelector("[aria-current]")).toHaveTextContent("404");
  expect(more).toEqual([]);
});
