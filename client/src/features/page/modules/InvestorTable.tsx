import type { InvestorTableModuleFragment } from "~/graph/generated/graphql";
import { lazy } from "~/lib/lazy";

export const investorView = lazy(
  "src/features/page/modules/investor/InvestorView.tsx",
  () => import("./investor/InvestorView"),
);

/** Figures for investors. Few pages have them: what draws them is fetched when it is needed. */
export function InvestorTableModule({ module }: { module: InvestorTableModuleFragment }) {
  const { InvestorView } = investorView.use();
  return <InvestorView module={module} />;
}
