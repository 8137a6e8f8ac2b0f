import { inspection, type Inspection, type Trace } from "./inspection";
import { useStore } from "./store";

const cacheStates: Readonly<Record<string, string>> = {
  FRESH: "fresh, from memory",
  STALE: "stale, being reloaded",
  OUTDATED: "outdated, reloading failed",
  MISS: "miss, loaded now",
  JOINED: "miss, loaded by another request",
  SHARED: "from another server's cache",
  NONE: "not cached",
};

const milliseconds = (value: number) => `${value.toLocaleString("en", { maximumFractionDigits: 1 })} ms`;

function Calls({ trace }: { trace: Trace }) {
  return (
    <table>
      <caption>Upstream calls</caption>
      <thead>
        <tr>
          <th scope="col">system</th>
          <th scope="col">operation</th>
          <th scope="col">cache</th>
          <th scope="col">result</th>
          <th scope="col">start</th>
          <th scope="col">time</th>
        </tr>
      </thead>
      <tbody>
        {trace.upstreamCalls.map((call, index) => (
          <tr key={index}>
            <td>{call.system}</td>
            <td>{call.operation}</td>
            <td>{cacheStates[call.cache] ?? call.cache}</td>
            <td>{call.result}</td>
            <td>{milliseconds(call.startMs)}</td>
            <td>{milliseconds(call.durationMs)}</td>
          </tr>
        ))}
        {trace.upstreamCalls.length === 0 && (
          <tr>
            <td colSpan={6}>none</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Reads({ trace }: { trace: Trace }) {
  if (trace.cacheReads.length === 0) return null;
  return (
    <table>
      <caption>Cache</caption>
      <thead>
        <tr>
          <th scope="col">entry</th>
          <th scope="col">state</th>
          <th scope="col">reads</th>
        </tr>
      </thead>
      <tbody>
        {trace.cacheReads.map(({ entry, state, count }) => (
          <tr key={entry + state}>
            <td>{entry}</td>
            <td>{cacheStates[state] ?? state}</td>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Provenance({ provenance }: { provenance: NonNullable<Inspection["provenance"]> }) {
  // The server resolves the entries of a list at the same time.
  const values = Object.entries(provenance).sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  if (values.length === 0) return null;
  return (
    <table className="pg-provenance">
      <caption>Provenance</caption>
      <thead>
        <tr>
          <th scope="col">value</th>
          <th scope="col">system</th>
          <th scope="col">record</th>
          <th scope="col">field</th>
        </tr>
      </thead>
      <tbody>
        {values.map(([path, source]) => (
          <tr key={path}>
            <th scope="row">{path}</th>
            <td>{source.system}</td>
            <td>{[source.type, source.record, source.foundLocale].filter(Boolean).join(" · ")}</td>
            <td>
              {source.editUrl && /^https?:/.test(source.editUrl) ? (
                <a href={source.editUrl}>{source.field}</a>
              ) : (
                <span title={source.editUrl}>{source.field}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function costOf({ cost }: Inspection): string {
  if (!cost) return "–";
  const actual = cost.actual === undefined ? "" : ` estimated, ${cost.actual.toLocaleString("en")} actual`;
  const limit = cost.limit > 1e12 ? "no limit" : `limit ${cost.limit.toLocaleString("en")}`;
  return `${cost.estimated.toLocaleString("en")}${actual}, ${limit}`;
}

/** What the last answer cost, what the server called for it, and where its values come from. */
export function InspectionPanel() {
  const last = useStore(inspection);
  return (
    // Keyboard users scroll it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="pg-inspection" aria-label="Cost, calls and provenance" tabIndex={0}>
      {last ? (
        <>
          <div role="status" aria-label="Cost and time">
            <dl>
              <div>
                <dt>Cost</dt>
                <dd>{costOf(last)}</dd>
              </div>
              <div>
                <dt>Time</dt>
                <dd>
                  {milliseconds(last.milliseconds)}
                  {last.trace && `, ${milliseconds(last.trace.durationMs)} in the server`}
                </dd>
              </div>
              <div>
                <dt>Calls</dt>
                <dd>{last.trace ? last.trace.upstreamCalls.length : "–"}</dd>
              </div>
              <div>
                <dt>Status</dt>
                <dd>{last.status}</dd>
              </div>
            </dl>
          </div>
          {last.trace && <Calls trace={last.trace} />}
          {last.trace && <Reads trace={last.trace} />}
          {last.provenance && <Provenance provenance={last.provenance} />}
        </>
      ) : (
        <p>Run an operation to see its cost, its upstream calls and where its values come from.</p>
      )}
    </section>
  );
}
