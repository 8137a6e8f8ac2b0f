import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { count, sharedParameter } from "~/features/compare/basket";
import { useBasket } from "~/features/compare/useBasket";

/** The comparison of products, fetched once there is something to compare. */
export function ComparisonOnDemand() {
  const { search } = useLocation();
  const [Compare, setCompare] = useState<ComponentType>();
  const wanted = count(useBasket()) > 0 || new URLSearchParams(search).has(sharedParameter);
  useEffect(() => {
    if (wanted) void import("~/features/compare/Compare").then((module) => setCompare(() => module.Compare));
  }, [wanted]);
  return Compare ? <Compare /> : null;
}
