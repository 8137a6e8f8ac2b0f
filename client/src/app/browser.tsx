import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App } from "~/app/App";
import { documents } from "~/app/documents";
import { watchReleases } from "~/app/releases";
import { makeCache, makeClient, type ScreenData } from "~/graph/client";
import { loadMessages } from "~/i18n/load";
import { preloadScreen } from "~/routes/Screens";

const root = document.getElementById("strand");
if (!root) throw new Error("The document has no element for the app.");

const cache = makeCache();
const text = document.getElementById("strand-data")?.textContent;
const state = text ? (JSON.parse(text) as ScreenData) : undefined;
const query = state && documents[state.operation];
if (query && state.data) cache.writeQuery({ query, variables: state.variables, data: state.data });
const locale = document.documentElement.lang;
const [messages] = await Promise.all([loadMessages(locale, "site"), preloadScreen(window.location.pathname)]);
const app = (
  <App
    client={makeClient(cache, false)}
    origin={window.location.origin}
    locale={locale}
    messages={messages}
    outage={state?.outage}
    router={(children) => <BrowserRouter>{children}</BrowserRouter>}
  />
);
startTransition(() => {
  // A document that was left to the browser to render arrives empty.
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
});

const config = document.getElementById("strand-config")?.textContent;
if (config) watchReleases((JSON.parse(config) as { release?: string }).release);
