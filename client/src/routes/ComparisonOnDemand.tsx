import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { countItems } from "~/features/compare/basket";
import type { ComparisonBarProps } from "~/features/compare/ComparisonBar";
import { readBasket, useBasket } from "~/features/compare/useBasket";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { type PanelProps, PanelOnDemand } from "./PanelOnDemand";

const loadComparison = () => import("~/features/compare/ComparisonBar").then(({ ComparisonBar }) => ComparisonBar);

/**
 * The comparison of products, loaded once the basket has a product. If loading fails, a dialog offers a retry; after it
 * is closed, adding the next product retries.
 */
export function ComparisonOnDemand({ system }: ComparisonBarProps) {
  const { formatMessage } = useIntl();
  const itemCount = countItems(useBasket());
  /** The number of products when the visitor closed the dialog. */
  const [closedAt, setClosedAt] = useState<number>();
  const panel: ComparisonBarProps & PanelProps = {
    system,
    open: itemCount > 0 && itemCount !== closedAt,
    onClose: () => setClosedAt(itemCount),
  };
  return (
    <>
      <VisuallyHidden>
        <span role="status">{useChosenCount(itemCount)}</span>
      </VisuallyHidden>
      <PanelOnDemand title={formatMessage({ id: "compare.basket" })} load={loadComparison} panel={panel} />
    </>
  );
}

/** The text that screen readers announce after the visitor has changed the basket on this page; empty before. */
function useChosenCount(count: number): string {
  const { formatMessage } = useIntl();
  const [atFirst, setAtFirst] = useState<number>();
  const [isChanged, setChanged] = useState(false);
  // The stored basket arrives when the page is hydrated.
  useEffect(() => setAtFirst(countItems(readBasket())), []);
  if (atFirst !== undefined && count !== atFirst && !isChanged) setChanged(true);
  return isChanged ? formatMessage({ id: "compare.chosen" }, { count }) : "";
}
