// Rules: CLI-6, PAGE-10.

import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Account } from "~/lib/account/account";
import type { ScreenModule } from "~/routes/screenModule";
import { accountOf } from "../../../test/account";
import { frame, siteData } from "../../../test/frame";
import { signedInState } from "../../../test/graph";
import { renderSite } from "../../../test/renderSite";
import * as ContentScreen from "./ContentScreen";

const address = "/en/service-bulletins?from=mail";

/** The server's data of a page for signed-in users. */
const bulletins = (isLocked: boolean) => ({
  ...{ __typename: "PageResolution", ...frame, locations: null },
  page: {
    id: "bulletins",
    title: "Service bulletins",
    description: null,
    canonicalUrl: null,
    alternateVersions: [],
    image: null,
    header: { theme: null, hidden: false },
    pageType: "CONTENT",
    isLocked,
    gateId: "bulletins",
    gateProtection: "CUSTOMER_ROLE",
    isLanguageFallback: false,
    isLanguageUnavailable: false,
    finderFigures: [],
    contentLanguage: { languageCode: "en", languageTag: "en" },
    injection: null,
    report: null,
    modules: isLocked ? [] : [{ __typename: "RichTextModule", id: "1", html: "<p>Lower the feeding speed.</p>" }],
  },
});

/** The tokens that the server received, and those that it accepts. */
let receivedTokens: (string | null)[];
let acceptedTokens: string[];

/** Shows the page to a user. */
function show(account: Account) {
  return renderSite(
    address,
    (_, init) => {
      const token = new Headers(init?.headers).get("authorization");
      receivedTokens.push(token);
      if (token && !acceptedTokens.includes(token)) return Response.json({ error: {} }, { status: 401 });
      return Response.json({ screen: "ContentScreen", url: "", data: { resolve: bulletins(!token) }, site: siteData });
    },
    { account, screens: { ContentScreen: ContentScreen as unknown as ScreenModule } },
  );
}

const content = () => screen.queryByText("Lower the feeding speed.");
const logIn = () => screen.findByRole("button", { name: "Log in" });

beforeEach(() => {
  receivedTokens = [];
  acceptedTokens = ["Bearer a-token"];
});
afterEach(() => jest.restoreAllMocks());

test("asks an anonymous user to log in and shows the page afterwards", async () => {
  const session = accountOf({ kind: "anonymous" });
  const require = jest.fn(() => {
    session.change(signedInState("carla"));
    return Promise.resolve(true);
  });
  session.account.open = () => accountOf(signedInState("carla"), { require }).account.open();
  show(session.account);
  expect(await screen.findByText(/This page is for customers/)).toBeInTheDocument();
  expect(screen.getByRole("heading", { level: 1, name: "Service bulletins" })).toBeInTheDocument();
  expect(content()).not.toBeInTheDocument();

  await userEvent.click(await logIn());
  await waitFor(() => expect(content()).toBeInTheDocument());
  expect(require).toHaveBeenCalledWith(address, expect.any(AbortSignal));
  expect(screen.queryByRole("button", { name: "Log in" })).not.toBeInTheDocument();
});

test("shows the page without a click to a user who is recognized later", async () => {
  const session = accountOf({ kind: "unknown" });
  show(session.account);
  await logIn();
  await session.setState(signedInState("carla"));
  await waitFor(() => expect(content()).toBeInTheDocument());
});

test("keeps the page in no cache and sends the token at each visit", async () => {
  const { router } = show(accountOf(signedInState("carla")).account);
  await waitFor(() => expect(content()).toBeInTheDocument());
  await act(() => router.navigate(address));
  expect(receivedTokens).toEqual([null, "Bearer a-token", "Bearer a-token"]);
});

test("renews a refused token once", async () => {
  acceptedTokens = ["Bearer renewed"];
  const { account } = accountOf(signedInState("carla"));
  account.idToken = (refused) => Promise.resolve(refused ? "renewed" : "a-token");
  show(account);
  await waitFor(() => expect(content()).toBeInTheDocument());
  expect(receivedTokens).toEqual([null, "Bearer a-token", "Bearer renewed"]);
});

test("shows the gate when the session has ended", async () => {
  acceptedTokens = [];
  const { account } = accountOf(signedInState("carla"));
  account.idToken = (refused) => Promise.resolve(refused ? undefined : "a-token");
  show(account);
  expect(await logIn()).toBeInTheDocument();
  expect(content()).not.toBeInTheDocument();
});

test("reports a failed login", async () => {
  jest.spyOn(console, "error").mockImplementation(() => undefined);
  const { account } = accountOf({ kind: "anonymous" });
  account.open = () => Promise.reject(new Error("The identity server cannot be reached."));
  show(account);
  await userEvent.click(await logIn());
  expect(await screen.findByRole("alert")).toHaveTextContent("You could not be signed in.");
});
