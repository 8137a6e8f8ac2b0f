import { useGraphiQL, useGraphiQLActions } from "@graphiql/react";
import type { SharedOperation } from "./share";

/** Returns a function that opens an operation in a tab: the one that has it already, or a new one. */
export function useOpenOperation(): (operation: SharedOperation) => void {
  const actions = useGraphiQLActions();
  const tabs = useGraphiQL((state) => state.tabs);
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  return ({ query, variables }) => {
    const open = tabs.findIndex((tab) => tab.query === query);
    if (open >= 0) {
      actions.changeTab(open);
      return;
    }
    actions.addTab();
    queryEditor?.setValue(query);
    variableEditor?.setValue(variables);
  };
}
