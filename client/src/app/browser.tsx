import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App } from "~/app/App";
import { makeAccount, recognize } from "~/app/account";
import { type Config, readConfig } from "~/app/config";
import { watchReleases } from "~/app/releases";
import { startScreens } from "~/app/start";
import { makeCache, makeClient, type ScreenData } from "~/graph/client";
import { loadMessages } from "~/i18n/load";

const config = readConfig();
// Before anything else is fetched: after a release a chunk may be gone already.
watchReleases(config.release);
const account = makeAccount(config);
try {
  await mount(config);
} catch (error) {
  console.error("The app cannot be mounted.", error);
  throw error;
}
recognize(account);
if (config.nextRelease) console.info("Next features are enabled.");

async function mount({ nextRelease }: Config) {
  const root = document.getElementById("strand");
  if (!root) throw new Error("The document has no element for the app.");

  const cache = makeCache();
  const text = document.getElementById("strand-data")?.textContent;
  const state = text ? (JSON.parse(text) as ScreenData) : undefined;
  const locale = document.documentElement.lang;
  // The data came for the address as the server saw it, which has no hash.
  const url = state
    ? String(state.variables.url)
    : window.location.origin + window.location.pathname + window.location.search;
  const [messages, screens] = await Promise.all([
    loadMessages(locale, "site"),
    startScreens(cache, url, state, nextRelease),
  ]);
  const app = (
    <App
      client={makeClient(cache, account.idToken)}
      account={account}
      origin={window.location.origin}
      locale={locale}
      messages={messages}
      screens={screens}
      outage={state?.outage}
      form={state?.form}
      router={(children) => <BrowserRouter>{children}</BrowserRouter>}
    />
  );
  startTransition(() => {
    // A document that was left to the browser to render arrives empty.
    if (root.hasChildNodes()) {
      // What React mends by itself is no failure of the page.
      hydrateRoot(root, app, { onRecoverableError: (error) => console.error("The page was rendered anew.", error) });
    } else createRoot(root).render(app);
  });
}
