import { useState } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { GraphProvider } from "~/graph/GraphProvider";
import { Button } from "~/ui/button/Button";
import { type MeasurementSystem, useMeasurementSystem } from "~/ui/measurement/measurement";
import { countItems } from "./basket";
import { BasketPanel } from "./BasketPanel";
import styles from "./ComparisonBar.module.css";
import { comparisonSearch } from "./comparisonUrl";
import { useBasket } from "./useBasket";

export interface ComparisonBarProps {
  /** The measurement system of the country: the default until the visitor chooses. */
  system: MeasurementSystem;
}

/** The button at the edge of every page that opens the comparison basket while the basket is not empty. */
export function ComparisonBar({ system: ofCountry }: ComparisonBarProps) {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const basket = useBasket();
  const [system] = useMeasurementSystem(ofCountry);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const itemCount = countItems(basket);
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
        onCompare={(url, items) => {
          setPanelOpen(false);
          void navigate(url + comparisonSearch(items));
        }}
      />
    </GraphProvider>
  );
}
