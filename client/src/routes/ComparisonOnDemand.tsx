import { type ComponentType, useCallback, useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import { countItems } from "~/features/compare/basket";
import type { CompareProps } from "~/features/compare/Compare";
import { useBasket } from "~/features/compare/useBasket";
import { reloadIfOnline, tryLoad } from "~/lib/tryLoad";
import { comparisonParameter } from "~/lib/clientParameters";
import { Dialog } from "~/ui/dialog/Dialog";
import { Unavailable } from "~/ui/notice/Unavailable";

/**
 * The comparison of products, loaded once the basket has a product. If loading fails, a dialog offers a retry; after it
 * is closed, adding the next product retries.
 */
export function ComparisonOnDemand({ system }: CompareProps) {
  const { formatMessage } = useIntl();
  const { search } = useLocation();
  const [Compare, setCompare] = useState<ComponentType<CompareProps>>();
  const [hasFailed, setFailed] = useState(false);
  const compared = countItems(useBasket());
  const wanted = compared > 0 || new URLSearchParams(search).has(comparisonParameter);
  const load = useCallback(
    () =>
      tryLoad(() => import("~/features/compare/Compare")).then((module) => {
        setFailed(!module);
        if (module) setCompare(() => module.Compare);
        return Boolean(module);
      }),
    [],
  );
  useEffect(() => {
    if (wanted) void load();
  }, [wanted, compared, load]);
  const retry = async () => {
    if (!(await load())) await reloadIfOnline();
  };
  if (Compare) return <Compare system={system} />;
  return (
    <Dialog open={hasFailed} title={formatMessage({ id: "compare.basket" })} onClose={() => setFailed(false)}>
      {hasFailed && <Unavailable text={formatMessage({ id: "common.unavailable" })} onRetry={retry} />}
    </Dialog>
  );
}
