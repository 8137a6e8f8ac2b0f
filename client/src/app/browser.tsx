import { hydrateRoot, createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App } from "~/app/App";
import { documents } from "~/app/documents";
import { makeCache, makeClient, type ScreenData } from "~/graph/client";

const cache = makeCache();
const stateElement = document.getElementById("strand-data");
if (stateElement?.textContent) {
  const state = JSON.parse(stateElement.textContent) as ScreenData;
  const query = documents[state.operation];
  if (query) cache.writeQuery({ query, variables: state.variables, data: state.data });
}
const root = document.getElementById("strand");
if (!root) throw new Error("The document has no element for the app.");
const app = (
  <App
    client={makeClient(cache, false)}
    origin={window.location.origin}
    router={(children) => <BrowserRouter>{children}</BrowserRouter>}
  />
);
// A document that was left to the browser to render arrives empty.
if (root.hasChildNodes()) hydrateRoot(root, app);
else createRoot(root).render(app);
