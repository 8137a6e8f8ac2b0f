// Rules: MSG-14, URL-35.

import { screen, within } from "@testing-library/react";
import { axe } from "jest-axe";
import { type Account, anonymousAccount } from "~/lib/account/account";
import type { SignIn } from "~/signin/signIn";
import { pageData, renderSite } from "../../../test/renderSite";
import { callbackModule } from "./CallbackRoute";

const error = "missing params: access_denied: The user said no";

/** The account of a user whose login is refused. */
const refused: Account = {
  ...anonymousAccount,
  open: () => Promise.resolve({ finish: () => Promise.resolve({ error }) } as unknown as SignIn),
};

beforeAll(() => callbackModule.preload());
beforeEach(() => {
  document.documentElement.lang = "en";
  jest.spyOn(console, "warn").mockReturnValue();
});
afterEach(() => {
  document.documentElement.removeAttribute("lang");
  jest.restoreAllMocks();
});

test("shows the error of a login in the frame of the website, with ways on", async () => {
  const { container } = renderSite("/en/callback?error=access_denied", () => Response.json(pageData("", [])), {
    account: { ...refused },
  });
  expect(await screen.findByRole("heading", { level: 1, name: "You are not signed in" })).toBeInTheDocument();
  const main = within(screen.getByRole("main"));
  expect(main.getByText(`Technical details: ${error}`)).toBeInTheDocument();
  expect(main.getByRole("link", { name: "Go to home" })).toHaveAttribute("href", "/en");
  expect(within(screen.getByRole("banner")).getByRole("button", { name: /Language/ })).toBeInTheDocument();
  expect(screen.getByRole("contentinfo")).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test("shows the error without the frame if that is unavailable", async () => {
  renderSite("/en/callback?error=access_denied", () => new Response(null, { status: 503 }), {
    account: { ...refused },
  });
  expect(await screen.findByText(`Technical details: ${error}`)).toBeInTheDocument();
  expect(screen.queryByRole("banner")).not.toBeInTheDocument();
});
