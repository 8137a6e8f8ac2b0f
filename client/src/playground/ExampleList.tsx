import { useGraphiQL } from "@graphiql/react";
import { useState } from "react";
import { examples } from "./allExamples";
import { type Example, nameOf } from "./examples";
import { useOpenOperation } from "./useOpenOperation";

const groups: readonly (readonly [Example["kind"], string])[] = [
  ["query", "Queries"],
  ["mutation", "Mutations"],
  ["subscription", "Subscriptions"],
];

/** The examples with a search: a click opens one in a tab, and sends nothing. */
export function ExampleList() {
  const [search, setSearch] = useState("");
  const openOperation = useOpenOperation();
  const active = useGraphiQL((state) => nameOf(state.tabs[state.activeTabIndex]?.query ?? ""));
  const isFound = ({ name, description }: Example) =>
    `${name} ${description}`.toLowerCase().includes(search.trim().toLowerCase());
  const found = examples.filter(isFound);
  return (
    <div className="pg-examples">
      <label>
        Search examples
        <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      </label>
      <p role="status">
        {found.length} of {examples.length} examples
      </p>
      {groups.map(([kind, title]) => {
        const listed = found.filter((example) => example.kind === kind);
        if (listed.length === 0) return null;
        return (
          <section key={kind} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {listed.map((example) => (
                <li key={example.name}>
                  <button type="button" aria-current={example.name === active} onClick={() => openOperation(example)}>
                    <strong>{example.name}</strong>
                    <span>{example.description}</span>
                    {example.account && <small>as {example.account}</small>}
                    {example.isForEditors && <small>for editors</small>}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
