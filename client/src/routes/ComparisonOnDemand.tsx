import { useQuery } from "@apollo/client/react";
import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { count, sharedParameter } from "~/features/compare/basket";
import type { CompareProps } from "~/features/compare/Compare";
import { useBasket } from "~/features/compare/useBasket";
import { ComparisonSystemDocument } from "~/graph/generated/graphql";

/** The comparison of products, fetched once there is something to compare. The address is that of the screen shown. */
export function ComparisonOnDemand({ url }: { url: string }) {
  const { search } = useLocation();
  const [Compare, setCompare] = useState<ComponentType<CompareProps>>();
  const wanted = count(useBasket()) > 0 || new URLSearchParams(search).has(sharedParameter);
  // Every screen has its locale in the cache already, so that nothing is asked for this.
  const { data } = useQuery(ComparisonSystemDocument, { variables: { url }, fetchPolicy: "cache-only" });
  useEffect(() => {
    if (wanted) void import("~/features/compare/Compare").then((module) => setCompare(() => module.Compare));
  }, [wanted]);
  const resolution = data?.resolve;
  const locale = resolution && "locale" in resolution ? resolution.locale : undefined;
  return Compare ? <Compare system={locale?.defaultMeasurementSystem ?? "METRIC"} /> : null;
}
