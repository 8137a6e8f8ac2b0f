import { useState } from "react";
import { useIntl } from "react-intl";
import { useLocation, useNavigate } from "react-router";
import { GraphProvider } from "~/graph/GraphProvider";
import { comparisonParameter } from "~/lib/clientParameters";
import { Button } from "~/ui/button/Button";
import { type MeasurementSystem, useMeasurementSystem } from "~/ui/measurement/measurement";
import { type ComparedItem, countItems, fromShared } from "./basket";
import { BasketPanel } from "./BasketPanel";
import styles from "./Compare.module.css";
import { ComparisonDialog } from "./ComparisonDialog";
import { useBasket } from "./useBasket";

export interface CompareProps {
  /** The measurement system of the country: the default until the visitor chooses. */
  system: MeasurementSystem;
}

/**
 * The button at the edge of every page that opens the comparison basket while the basket is not empty; also opens
 * shared comparisons.
 */
export function Compare({ system: ofCountry }: CompareProps) {
  const { formatMessage } = useIntl();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const basket = useBasket();
  const [system, choose] = useMeasurementSystem(ofCountry);
  const [panel, setPanel] = useState(false);
  const [compared, setCompared] = useState<readonly ComparedItem[]>();
  const shared = new URLSearchParams(search).get(comparisonParameter);
  const n = countItems(basket);

  const closeShared = () => {
    const rest = new URLSearchParams(search);
    rest.delete(comparisonParameter);
    void navigate({ pathname, search: rest.toString() }, { replace: true, preventScrollReset: true });
  };
  return (
    <GraphProvider>
      {n > 0 && (
        <div className={styles.bar}>
          <Button onClick={() => setPanel(true)}>{formatMessage({ id: "compare.open" }, { count: n })}</Button>
        </div>
      )}
      <BasketPanel
        open={panel}
        basket={basket}
        system={system}
        onClose={() => setPanel(false)}
        onCompare={(items) => {
          setPanel(false);
          setCompared(items);
        }}
      />
      {compared && (
        <ComparisonDialog items={compared} system={system} onChoose={choose} onClose={() => setCompared(undefined)} />
      )}
      {shared && !compared && (
        <ComparisonDialog items={fromShared(shared)} system={system} onChoose={choose} onClose={closeShared} />
      )}
    </GraphProvider>
  );
}
