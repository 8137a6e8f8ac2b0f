import { useState } from "react";
import { useIntl } from "react-intl";
import { countItems } from "~/features/compare/basket";
import type { ComparisonBarProps } from "~/features/compare/ComparisonBar";
import { useAnnouncedCount, useBasket } from "~/features/compare/useBasket";
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
  const announced = useAnnouncedCount();
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
        <span role="status">
          {announced !== undefined && formatMessage({ id: "compare.chosen" }, { count: announced })}
        </span>
      </VisuallyHidden>
      <PanelOnDemand title={formatMessage({ id: "compare.basket" })} load={loadComparison} panel={panel} />
    </>
  );
}
