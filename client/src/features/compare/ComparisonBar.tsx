import { useState } from "react";
import { useIntl } from "react-intl";
import { useLocation, useNavigate } from "react-router";
import { GraphProvider } from "~/graph/GraphProvider";
import { comparisonParameter } from "~/lib/clientParameters";
import { Button } from "~/ui/button/Button";
import { type MeasurementSystem, useMeasurementSystem } from "~/ui/measurement/measurement";
import { type ComparedItem, countItems, fromShared } from "./basket";
import { BasketPanel } from "./BasketPanel";
import styles from "./ComparisonBar.module.css";
import { ComparisonDialog } from "./ComparisonDialog";
import { useBasket } from "./useBasket";

export interface ComparisonBarProps {
  /** The measurement system of the country: the default until the visitor chooses. */
  system: MeasurementSystem;
}

/**
 * The button at the edge of every page that opens the comparison basket while the basket is not empty; also opens
 * shared comparisons.
 */
export function ComparisonBar({ system: ofCountry }: ComparisonBarProps) {
  const { formatMessage } = useIntl();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const basket = useBasket();
  const [system, choose] = useMeasurementSystem(ofCountry);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const [comparedItems, setComparedItems] = useState<readonly ComparedItem[]>();
  const shared = new URLSearchParams(search).get(comparisonParameter);
  const itemCount = countItems(basket);

  const closeShared = () => {
    const rest = new URLSearchParams(search);
    rest.delete(comparisonParameter);
    void navigate({ pathname, search: rest.toString() }, { replace: true, preventScrollReset: true });
  };
  return (
    <GraphProvider>
      {itemCount > 0 && (
        <div className={styles.bar}>
          <Button onClick={() => setPanelOpen(true)}>
            {formatMessage({ id: "compare.open" }, { count: itemCount })}
          </Button>
        </div>
      )}
      <BasketPanel
        open={isPanelOpen}
        basket={basket}
        system={system}
        onClose={() => setPanelOpen(false)}
        onCompare={(items) => {
          setPanelOpen(false);
          setComparedItems(items);
        }}
      />
      {comparedItems && (
        <ComparisonDialog
          items={comparedItems}
          system={system}
          onChoose={choose}
          onClose={() => setComparedItems(undefined)}
        />
      )}
      {shared && !comparedItems && (
        <ComparisonDialog items={fromShared(shared)} system={system} onChoose={choose} onClose={closeShared} />
      )}
    </GraphProvider>
  );
}
