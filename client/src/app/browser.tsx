import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App } from "~/app/App";
import { documents } from "~/app/documents";
import { makeCache, makeClient, type ScreenData } from "~/graph/client";
import { loadMessages } from "~/i18n/load";
import { preloadScreen } from "~/routes/Screens";

const root = document.getElementById("strand");
if (!root) throw new Error("The document has no element for the app.");

const cache = makeCache();
const state = document.getElementById("strand-data")?.textContent;
if (state) {
  const { operation, variables, data } = JSON.parse(state) as ScreenData;
  const query = documents[operation];
  if (query && data) cache.writeQuery({ query, variables, data });
}
const locale = document.documentElement.lang;
const [messages] = await Promise.all([loadMessages(locale, "site"), preloadScreen(window.location.pathname)]);
const app = (
  <App
    client={makeClient(cache, false)}
    origin={window.location.origin}
    locale={locale}
    messages={messages}
    router={(children) => <BrowserRouter>{children}</BrowserRouter>}
  />
);
startTransition(() => {
  // A document that was left to the browser to render arrives empty.
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
});
