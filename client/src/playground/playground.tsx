import { GraphiQL } from "graphiql";
import "graphiql/setup-workers/vite";
import "graphiql/style.css";
import { createRoot } from "react-dom/client";
import { examples } from "./examples";
import { fetcher } from "./fetcher";
import "./playground.css";

/** The GraphQL playground: the documented schema, loaded from our own server only. */
const root = document.getElementById("playground");
if (!root) throw new Error("The document has no element for the playground.");

createRoot(root).render(
  <GraphiQL
    fetcher={fetcher}
    defaultTabs={examples.map((query) => ({ query }))}
    defaultEditorToolsVisibility="variables"
    shouldPersistHeaders={false}
  >
    <GraphiQL.Logo>Strand</GraphiQL.Logo>
  </GraphiQL>,
);
