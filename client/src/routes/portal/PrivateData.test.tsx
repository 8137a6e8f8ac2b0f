// Rules: AUTH-32, MSG-6, PAGE-1, PAGE-2.

import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { clientOf } from "~/graph/GraphProvider";
import type { Account } from "~/lib/account/account";
import type { ScreenModule } from "~/routes/screenModule";
import type { SignInState } from "~/signin/signIn";
import { accountOf } from "../../../test/account";
import { frame, siteData } from "../../../test/frame";
import { signedInState } from "../../../test/graph";
import { renderSite } from "../../../test/renderSite";
import * as AccountScreen from "./AccountScreen";
import * as LogoutScreen from "./LogoutScreen";
import * as PortalNotFoundScreen from "./PortalNotFoundScreen";
import * as TicketScreen from "./TicketScreen";

const anonymous: SignInState = { kind: "anonymous" };
const address = "/en/mykomax/page?a=b";

interface GraphAnswer {
  portal: object | null;
  /** The message for an unknown page, instead of the portal. */
  message?: string;
  errors?: readonly object[];
}

/** The queued results of the graph; the last one is repeated. An `Error` is a network error. */
let answers: (GraphAnswer | Error)[];
/** The operations that the graph received. */
let queried: { operation: string | null; url: unknown; authorization: string | null }[];

const message = (text: string): GraphAnswer => ({ portal: null, message: text });

/** The entry of a ticket in the breadcrumb of its document, which is the same for every user. */
const ticketEntry = { title: "Service ticket", url: "", portalPage: "TICKET" };

/** The addresses of the screens. */
const addresses = {
  AccountScreen: "/en/mykomax/account",
  LogoutScreen: "/en/mykomax/logout",
  PortalNotFoundScreen: address,
  TicketScreen: "/en/mykomax/tickets/1",
};

/** Shows a page of the portal. */
function show(
  account: Account,
  screenName: keyof typeof modules = "PortalNotFoundScreen",
  answered: Promise<void> = Promise.resolve(),
) {
  const breadcrumb = [{ title: "Home", url: "/en" }];
  if (screenName === "TicketScreen") breadcrumb.push(ticketEntry);
  const page = { __typename: "PageResolution", ...frame, breadcrumb };
  return renderSite(
    addresses[screenName],
    () => answered.then(() => Response.json({ screen: screenName, url: "", data: { resolve: page }, site: siteData })),
    { account, screens: modules },
    async (input, init) => {
      const { searchParams } = new URL(input, window.location.origin);
      const operation = searchParams.get("operationName");
      // Streams (which have no operation name here) are not answered.
      if (!operation || ["NewestNews", "PortalNow"].includes(operation)) return new Promise(() => undefined);
      const { url } = JSON.parse(searchParams.get("variables") ?? "{}") as { url?: string };
      queried.push({ operation, url, authorization: new Headers(init?.headers).get("authorization") });
      const [answer] = answers.length > 1 ? answers.splice(0, 1) : answers;
      if (!answer) return new Promise(() => undefined);
      if (answer instanceof Error) throw answer;
      const { portal, message: notFound, errors } = answer;
      const resolve =
        notFound === undefined
          ? { __typename: "PageResolution", portal }
          : { __typename: "NotFoundResolution", message: notFound, hashLocations: [] };
      return Response.json({ data: { resolve }, ...(errors && { errors }) });
    },
  );
}

const modules = { AccountScreen, LogoutScreen, PortalNotFoundScreen, TicketScreen } as unknown as Record<
  keyof typeof addresses,
  ScreenModule
>;

/** Waits for the title of the page, which follows that of its skeleton. */
const expectTitle = async (name: string) =>
  expect(await screen.findByRole("heading", { level: 1, name })).toBeInTheDocument();
const again = () => userEvent.click(screen.getByRole("button", { name: "Try again" }));
/** The serialized cache of the signed-in user. */
const inCache = (account: Account) => JSON.stringify(clientOf(account).extract());

beforeEach(() => {
  answers = [message("Carla's page")];
  queried = [];
  // A failure is logged, and jsdom cannot reload a document.
  jest.spyOn(console, "error").mockImplementation(() => undefined);
  // No delay between retries of queries.
  jest.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

describe("for a signed-in user", () => {
  test("queries the page with the user's token, again at each visit", async () => {
    const { router } = show(accountOf(signedInState("carla")).account);
    expect(await screen.findByText("Carla's page")).toBeInTheDocument();
    const visit = {
      operation: "PortalNotFound",
      url: `${window.location.origin}${address}`,
      authorization: "Bearer a-token",
    };
    expect(queried).toEqual([visit]);

    answers = [message("Carla's newer page")];
    await act(() => router.navigate(address));
    expect(await screen.findByText("Carla's newer page")).toBeInTheDocument();
    expect(queried).toEqual([visit, visit]);
  });

  test("queries the page while the data that is the same for all users is still pending", async () => {
    let answerPage = () => {};
    const answered = new Promise<void>((resolve) => (answerPage = resolve));
    show(accountOf(signedInState("carla")).account, "PortalNotFoundScreen", answered);
    await waitFor(() => expect(queried).toHaveLength(1));
    answerPage();
    expect(await screen.findByText("Carla's page")).toBeInTheDocument();
  });

  test("asks a user whom the server does not know to sign in, and returns to the page", async () => {
    answers = [{ portal: null }];
    const logIn = jest.fn(() => Promise.resolve());
    show(accountOf(signedInState("carla"), { logIn }).account);
    await expectTitle("You are not signed in");
    await again();
    await waitFor(() => expect(logIn).toHaveBeenCalledTimes(1));
    expect(logIn).toHaveBeenCalledWith(address);
  });

  test.each([
    ["the graph cannot be reached", () => new TypeError("Failed to fetch"), "Failed to fetch"],
    [
      "the graph fails",
      () => ({ portal: null, errors: [{ message: "The identity server cannot be asked." }] }),
      "The identity server cannot be asked.",
    ],
  ])("does not ask to sign in when %s, and offers a retry", async (_, failure, detail) => {
    answers = [failure()];
    show(accountOf(signedInState("carla")).account);
    await expectTitle("This page cannot be shown at the moment");
    expect(screen.queryByText("You are not signed in")).not.toBeInTheDocument();
    expect(screen.getByText(`Technical details: ${detail}`)).toBeInTheDocument();
    answers = [message("Carla's page")];
    await again();
    expect(await screen.findByText("Carla's page")).toBeInTheDocument();
  });

  test("shows the rest of a page with an unavailable part, and offers a retry", async () => {
    const portal = {
      __typename: "PortalEntry",
      user: { __typename: "User", id: "carla" },
      files: { __typename: "FileLimits", maxSize: 1, maxCount: 1, mediaTypes: [] },
      ticketsUrl: "/en/mykomax/tickets/list",
      serviceRegistration: {
        __typename: "ServiceRegistration",
        service: "TICKETING",
        status: "ACTIVE",
        registrationUrl: null,
        canRequest: false,
        canAccept: false,
        declineReason: null,
      },
      ticket: null,
    };
    answers = [{ portal, errors: [{ message: "The tickets cannot be read." }] }];
    show(accountOf(signedInState("carla")).account, "TicketScreen");
    await expectTitle("Service ticket");
    answers = [{ portal }];
    await again();
    expect(await screen.findByRole("heading", { name: "This ticket cannot be found" })).toBeInTheDocument();
  });
});

test("shows the technical details of an account that cannot be read", async () => {
  const portal = { __typename: "PortalEntry", user: { __typename: "User", id: "carla" }, account: null };
  answers = [{ portal, errors: [{ message: "The account cannot be read." }] }];
  show(accountOf(signedInState("carla")).account, "AccountScreen");
  await expectTitle("Account settings");
  expect(screen.getByRole("alert")).toHaveTextContent("An error has occurred, we apologize for the inconvenience");
  expect(screen.getByText("Technical details: The account cannot be read.")).toBeInTheDocument();
});

describe("the data of a user", () => {
  async function shown(first = signedInState("carla")) {
    const session = accountOf(first);
    show(session.account);
    await screen.findByText("Carla's page");
    expect(inCache(session.account)).toContain("Carla's page");
    return session;
  }

  test.each([
    ["signs out", anonymous],
    ["is replaced by another user, for example in another tab", signedInState("ines")],
  ])("is removed when the user %s", async (_, next) => {
    const { account, setState } = await shown();
    await setState(next);
    await waitFor(() => expect(inCache(account)).not.toContain("Carla's page"));
  });

  describe("whose session ends while a field has the focus", () => {
    const question = () => screen.queryByRole("dialog", { name: "Your session has ended" });

    async function end() {
      const session = await shown();
      const field = document.body.appendChild(document.createElement("input"));
      field.focus();
      await session.setState({ kind: "anonymous", endedUserId: "carla" });
      field.remove();
      expect(question()).toBeInTheDocument();
      expect(inCache(session.account)).toContain("Carla's page");
      return session;
    }

    test("stays on the page for the login in another window", async () => {
      const { account, setState } = await end();
      const login = screen.getByRole("link", { name: /^Log in in a new window/ });
      expect(login).toHaveAttribute("href", address);
      expect(login).toHaveAttribute("target", "_blank");
      await setState(signedInState("carla"));
      expect(question()).not.toBeInTheDocument();
      expect(screen.getByText("Carla's page")).toBeInTheDocument();
      expect(inCache(account)).toContain("Carla's page");
    });

    test("is removed when another user logs in", async () => {
      const { account, setState } = await end();
      await setState(signedInState("ines"));
      await waitFor(() => expect(inCache(account)).not.toContain("Carla's page"));
    });

    test("is removed when the user gives up", async () => {
      const { account } = await end();
      await userEvent.keyboard("{Escape}");
      expect(question()).toBeInTheDocument();
      await userEvent.click(screen.getByRole("button", { name: "Discard the input and log in here" }));
      await waitFor(() => expect(inCache(account)).not.toContain("Carla's page"));
    });
  });

  test("is removed when the session ends and nothing was entered", async () => {
    const { account, setState } = await shown();
    await setState({ kind: "anonymous", endedUserId: "carla" });
    await waitFor(() => expect(inCache(account)).not.toContain("Carla's page"));
  });

  test("stays when the same user is signed in again", async () => {
    const { account, setState } = await shown();
    await setState({ kind: "failed", message: "The provider is away." });
    await setState(signedInState("carla"));
    expect(inCache(account)).toContain("Carla's page");
    expect(screen.getByText("Carla's page")).toBeInTheDocument();
  });
});

test("does not stop a sign-out when the page reloads its data", async () => {
  const session = accountOf(signedInState("carla"), {
    check: () => Promise.resolve(signedInState("carla")),
    logOut: () => new Promise(() => undefined),
  });
  clientOf(session.account).cache.restore({ ROOT_QUERY: { __typename: "Query", shown: "Carla's page" } });
  show(session.account, "LogoutScreen");
  await screen.findByRole("banner");
  await session.setState(anonymous);
  expect(inCache(session.account)).toContain("Carla's page");
});

describe("for an anonymous user", () => {
  test("signs the user in, with the hash of the URL, and then shows the page", async () => {
    window.location.hash = "#comment-1";
    const require = jest.fn(() => {
      change(signedInState("carla"));
      return Promise.resolve(true);
    });
    const { account, change } = accountOf(anonymous, { require });
    show(account);
    expect(await screen.findByText("Carla's page")).toBeInTheDocument();
    expect(require.mock.calls).toEqual([[`${address}#comment-1`, expect.any(AbortSignal)]]);
    window.location.hash = "";
  });

  test("shows that the sign-in is in progress and queries nothing until then", async () => {
    show(accountOf(anonymous, { require: () => new Promise(() => undefined) }).account);
    expect(await screen.findByText("You are being signed in…")).toBeInTheDocument();
    expect(queried).toEqual([]);
  });

  test("offers a retry when the redirect to the login takes too long", async () => {
    const require = jest.fn<Promise<boolean>, [string]>(() => Promise.resolve(false));
    show(accountOf(anonymous, { require, state: () => anonymous }).account);
    await expectTitle("You are not signed in");
    expect(screen.queryByText(/Technical details/)).not.toBeInTheDocument();
    await again();
    await waitFor(() => expect(require.mock.calls.map(([asked]) => asked)).toEqual([address, address]));
  });

  test("shows why the sign-in failed", async () => {
    const state = (): SignInState => ({ kind: "failed", message: "State mismatch" });
    show(accountOf(anonymous, { require: () => Promise.resolve(false), state }).account);
    await expectTitle("You are not signed in");
    expect(screen.getByText("Technical details: State mismatch")).toBeInTheDocument();
  });
});

test("does not ask a user with an unknown session to sign in without a network, and offers a retry", async () => {
  const require = jest.fn(() => Promise.reject(new TypeError("Failed to fetch")));
  show(accountOf({ kind: "unknown" }, { require }).account);
  await expectTitle("This page cannot be shown at the moment");
  expect(screen.getByText("Technical details: Failed to fetch")).toBeInTheDocument();
  await again();
  await waitFor(() => expect(require).toHaveBeenCalledTimes(2));
});
