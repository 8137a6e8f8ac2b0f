import { useGraphiQL, useGraphiQLActions } from "@graphiql/react";

/** The open operations. */
export function TabStrip() {
  const actions = useGraphiQLActions();
  const tabs = useGraphiQL((state) => state.tabs);
  const active = useGraphiQL((state) => state.activeTabIndex);
  return (
    <nav className="pg-tabs" aria-label="Operations">
      <ul>
        {tabs.map((tab, index) => (
          <li key={tab.id} className={index === active ? "pg-active" : undefined}>
            <button type="button" aria-current={index === active} onClick={() => actions.changeTab(index)}>
              {tab.title}
            </button>
            {tabs.length > 1 && (
              <button type="button" aria-label={`Close ${tab.title}`} onClick={() => actions.closeTab(index)}>
                <span aria-hidden="true">×</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <button type="button" aria-label="New operation" onClick={() => actions.addTab()}>
        <span aria-hidden="true">+</span>
      </button>
    </nav>
  );
}
