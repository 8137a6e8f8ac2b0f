import { DOC_EXPLORER_PLUGIN } from "@graphiql/plugin-doc-explorer";
import { HISTORY_PLUGIN } from "@graphiql/plugin-history";
import type { GraphiQLPlugin } from "@graphiql/react";
import { lazy, Suspense } from "react";
import { ExampleList } from "./ExampleList";

const LazyExplorer = lazy(() => import("./Explorer"));

const examplesPlugin: GraphiQLPlugin = { title: "Examples", icon: () => null, content: ExampleList };

const explorerPlugin: GraphiQLPlugin = {
  title: "Explorer",
  icon: () => null,
  content: () => (
    <Suspense fallback={<p>The explorer is loading …</p>}>
      <LazyExplorer />
    </Suspense>
  ),
};

/** The panels beside the editor, with the name of each button. */
export const panels = [
  { plugin: examplesPlugin, name: "Examples" },
  { plugin: explorerPlugin, name: "Explorer" },
  { plugin: DOC_EXPLORER_PLUGIN, name: "Docs" },
  { plugin: HISTORY_PLUGIN, name: "History" },
];

export const plugins = panels.map(({ plugin }) => plugin);
