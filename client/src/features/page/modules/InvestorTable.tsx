import type { InvestorTableModuleFragment } from "~/graph/generated/graphql";
import { lazy } from "~/lib/loading/lazy";

export const investorView = lazy(
  "src/features/page/modules/investor/InvestorView.tsx",
  () => import("./investor/InvestorView"),
);

/** A financial table. Few pages have one: its charts are loaded on demand. */
export function InvestorTableModule({ module }: { module: InvestorTableModuleFragment }) {
  const { InvestorView } = investorView.use();
  return <InvestorView module={module} />;
}
