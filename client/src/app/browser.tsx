import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App } from "~/app/App";
import { readConfig } from "~/app/config";
import { watchReleases } from "~/app/releases";
import { startScreens } from "~/app/start";
import { makeCache, makeClient, type ScreenData } from "~/graph/client";
import { loadMessages } from "~/i18n/load";

const root = document.getElementById("strand");
if (!root) throw new Error("The document has no element for the app.");

const config = readConfig();
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
  startScreens(cache, url, state, config.nextRelease),
]);
const app = (
  <App
    client={makeClient(cache, false)}
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
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
});

watchReleases(config.release);
if (config.nextRelease) console.info("Next features are enabled.");
