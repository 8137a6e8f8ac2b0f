import { IDBFactory } from "fake-indexeddb";
import { type Environment } from "~/signin/environment";
import { type Settings } from "~/signin/signIn";
import { IdentityProvider, Visitor } from "./identityProvider";
import { clock, closePages, openPage, type Page, signInAs } from "./signInPage";

/** The sign-in with a real provider (identityProvider.ts); only frames and navigation are simulated. */
export interface SignInSetup {
  provider: IdentityProvider;
  settings: Settings;
  visitor: Visitor;
  errors: jest.SpiedFunction<typeof console.error>;
  warnings: jest.SpiedFunction<typeof console.warn>;
  /** Opens a tab of the visitor. */
  open: (change?: Partial<Environment>) => Page;
  /** Opens a tab in which the user is signed in. */
  signedIn: (account?: string) => Promise<Page>;
  /** Waits until the provider has received a request. */
  waitForRequest: (end: string) => Promise<void>;
  /** The logged errors, each as one text. */
  logged: () => string[];
}

/** Sets up the provider and the visitor for a test file, and resets them for each test. */
export function setUpSignIn(): SignInSetup {
  let provider: IdentityProvider;
  const errors = jest.spyOn(console, "error");
  const warnings = jest.spyOn(console, "warn");
  const settings: Settings = { issuer: "", clientId: "", scope: "" };
  const setup = {
    settings,
    errors,
    warnings,
    open: (change) => openPage(setup.settings, setup.visitor, change),
    signedIn: (account = "ada") => signInAs(account, setup.settings, setup.visitor),
    async waitForRequest(end) {
      while ((await setup.provider.takeRequests(end)).length === 0);
    },
    logged: () => errors.mock.calls.map((call) => call.join(" ")),
  } as SignInSetup;

  beforeAll(async () => {
    provider = await IdentityProvider.start();
    setup.provider = provider;
  });

  afterAll(() => provider.stop());

  beforeEach(async () => {
    errors.mockReset().mockImplementation(() => {});
    warnings.mockReset().mockImplementation(() => {});
    globalThis.indexedDB = new IDBFactory();
    window.sessionStorage.clear();
    window.localStorage.clear();
    clock.ahead = 0;
    setup.visitor = new Visitor();
    setup.settings = { issuer: provider.issuer, clientId: "portal", scope: "openid profile email directory" };
    await provider.setFaults();
    await provider.takeRequests();
  });

  afterEach(() => {
    closePages();
    // Logs must never contain a token, code or verifier.
    const logged = JSON.stringify([...errors.mock.calls, ...warnings.mock.calls]);
    expect(logged).not.toMatch(/[\w-]{43}/);
  });
  return setup;
}

/** The user of the account `ada`. */
export const ada = {
  id: "ada-id",
  firstName: "Ada",
  lastName: "Lovelace",
  fullName: "Ada Lovelace",
  initials: "AL",
  email: "ada@example.com",
  roles: ["kmx_int_serviceticketing_active"],
};
