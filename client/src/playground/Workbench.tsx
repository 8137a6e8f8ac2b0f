import {
  ExecuteButton,
  HeaderEditor,
  QueryEditor,
  ResponseEditor,
  Spinner,
  useGraphiQL,
  useGraphiQLActions,
  useMonaco,
  VariableEditor,
} from "@graphiql/react";
import { useEffect, useRef, useState } from "react";
import { examples } from "./allExamples";
import { nameOf } from "./examples";
import { InspectionPanel } from "./InspectionPanel";
import { nameControls } from "./nameControls";
import { panels } from "./plugins";
import { sharedIn } from "./share";
import { ShareButton } from "./ShareButton";
import { RequiredSession, SignInAs } from "./SignInAs";
import { TabStrip } from "./TabStrip";
import { useOpenOperation } from "./useOpenOperation";

/** Opens the operation of the address when the editors are ready. It is not sent. */
function useSharedOperation() {
  const openOperation = useOpenOperation();
  const isReady = useGraphiQL((state) => Boolean(state.queryEditor && state.variableEditor && state.responseEditor));
  const isOpened = useRef(false);
  useEffect(() => {
    if (!isReady || isOpened.current) return;
    isOpened.current = true;
    const shared = sharedIn(window.location.hash);
    if (shared) openOperation(shared);
  }, [isReady, openOperation]);
}

/** The panel beside the editor, with the buttons that open one. */
function SidePanel() {
  const actions = useGraphiQLActions();
  const visible = useGraphiQL((state) => state.visiblePlugin);
  const Content = visible?.content;
  const name = panels.find(({ plugin }) => plugin === visible)?.name;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => (panel.current ? nameControls(panel.current) : undefined), [visible]);
  return (
    <>
      <nav className="pg-panels" aria-label="Panels">
        {panels.map(({ plugin, name }) => (
          <button
            key={name}
            type="button"
            aria-expanded={plugin === visible}
            onClick={() => actions.setVisiblePlugin(plugin === visible ? null : plugin)}
          >
            {name}
          </button>
        ))}
      </nav>
      {Content && (
        // Keyboard users scroll it.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className="pg-panel" aria-label={`${name} panel`} tabIndex={0} ref={panel}>
          <Content />
        </section>
      )}
    </>
  );
}

/** The editors of the variables and the headers, of which one is shown. */
function OperationInput() {
  const [isHeaders, setHeaders] = useState(false);
  return (
    <section className="pg-input" aria-label="Variables and headers">
      <div role="group" aria-label="Shown editor" className="pg-toolbar">
        <button type="button" aria-pressed={!isHeaders} onClick={() => setHeaders(false)}>
          Variables
        </button>
        <button type="button" aria-pressed={isHeaders} onClick={() => setHeaders(true)}>
          Headers
        </button>
      </div>
      <div className="pg-editor">
        <VariableEditor className={isHeaders ? "hidden" : ""} />
        <HeaderEditor className={isHeaders ? "" : "hidden"} />
      </div>
    </section>
  );
}

/** The playground: the operation and its answer, with panels. */
export function Workbench() {
  useSharedOperation();
  const actions = useGraphiQLActions();
  const hasMonaco = useMonaco((state) => Boolean(state.monaco));
  const isFetching = useGraphiQL((state) => state.isFetching);
  const name = useGraphiQL((state) => nameOf(state.tabs[state.activeTabIndex]?.query ?? ""));
  const example = examples.find((candidate) => candidate.name === name);
  return (
    <main className="graphiql-container pg">
      <header className="pg-header">
        <h1>Strand GraphQL playground</h1>
        <SignInAs />
      </header>
      <SidePanel />
      <TabStrip />
      <section className="pg-operation" aria-label="Operation Editor">
        <div className="pg-toolbar">
          <ExecuteButton />
          <button type="button" onClick={() => void actions.prettifyEditors()}>
            Prettify
          </button>
          <ShareButton />
        </div>
        <RequiredSession email={example?.account} isForEditors={example?.isForEditors ?? false} />
        <div className="pg-editor">{hasMonaco ? <QueryEditor /> : <Spinner />}</div>
      </section>
      <OperationInput />
      <div className="pg-response" aria-busy={isFetching}>
        {isFetching && <Spinner />}
        <ResponseEditor />
      </div>
      <InspectionPanel />
    </main>
  );
}
