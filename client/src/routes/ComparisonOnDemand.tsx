import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { count, sharedParameter } from "~/features/compare/basket";
import type { CompareProps } from "~/features/compare/Compare";
import { useBasket } from "~/features/compare/useBasket";

/** The comparison of products, loaded once there is a product to compare. */
export function ComparisonOnDemand({ system }: CompareProps) {
  const { search } = useLocation();
  const [Compare, setCompare] = useState<ComponentType<CompareProps>>();
  const wanted = count(useBasket()) > 0 || new URLSearchParams(search).has(sharedParameter);
  useEffect(() => {
    if (wanted) void import("~/features/compare/Compare").then((module) => setCompare(() => module.Compare));
  }, [wanted]);
  return Compare ? <Compare system={system} /> : null;
}
