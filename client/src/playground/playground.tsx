import { DOC_EXPLORER_PLUGIN, DocExplorerStore } from "@graphiql/plugin-doc-explorer";
import "@graphiql/plugin-doc-explorer/style.css";
import { HistoryStore } from "@graphiql/plugin-history";
import "@graphiql/plugin-history/style.css";
import { GraphiQLProvider, Tooltip } from "@graphiql/react";
import "@graphiql/react/setup-workers/vite";
import "@graphiql/react/style.css";
import { createRoot } from "react-dom/client";
import { defaultExamples } from "./allExamples";
import { fetcher } from "./fetcher";
import { plugins } from "./plugins";
import { loadAccounts, type SignInSettings } from "./session";
import "./playground.css";
import { Workbench } from "./Workbench";

/** The GraphQL playground: the documented schema, loaded from our own server only. */
const root = document.getElementById("playground");
if (!root) throw new Error("The document has no element for the playground.");

const { signIn } = root.dataset;
void loadAccounts(signIn === undefined ? undefined : (JSON.parse(signIn) as SignInSettings));

createRoot(root).render(
  <GraphiQLProvider
    fetcher={fetcher}
    plugins={plugins}
    referencePlugin={DOC_EXPLORER_PLUGIN}
    defaultTabs={defaultExamples.map(({ query, variables }) => ({ query, variables }))}
    shouldPersistHeaders={false}
  >
    <HistoryStore>
      <DocExplorerStore>
        <Tooltip.Provider>
          <Workbench />
        </Tooltip.Provider>
      </DocExplorerStore>
    </HistoryStore>
  </GraphiQLProvider>,
);
