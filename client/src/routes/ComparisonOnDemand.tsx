import { useState } from "react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import { countItems } from "~/features/compare/basket";
import type { ComparisonBarProps } from "~/features/compare/ComparisonBar";
import { useBasket } from "~/features/compare/useBasket";
import { comparisonParameter } from "~/lib/clientParameters";
import { type PanelProps, PanelOnDemand } from "./PanelOnDemand";

const loadComparison = () => import("~/features/compare/ComparisonBar").then(({ ComparisonBar }) => ComparisonBar);

/**
 * The comparison of products, loaded once the basket has a product. If loading fails, a dialog offers a retry; after it
 * is closed, adding the next product retries.
 */
export function ComparisonOnDemand({ system }: ComparisonBarProps) {
  const { formatMessage } = useIntl();
  const { search } = useLocation();
  const itemCount = countItems(useBasket());
  const isWanted = itemCount > 0 || new URLSearchParams(search).has(comparisonParameter);
  /** The number of products when the visitor closed the dialog. */
  const [closedAt, setClosedAt] = useState<number>();
  const panel: ComparisonBarProps & PanelProps = {
    system,
    open: isWanted && itemCount !== closedAt,
    onClose: () => setClosedAt(itemCount),
  };
  return <PanelOnDemand title={formatMessage({ id: "compare.basket" })} load={loadComparison} panel={panel} />;
}
